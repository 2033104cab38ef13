package dev.vectorio.hadoop;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.vectorio.hadoop", importOptions = ImportOption.DoNotIncludeTests.class)
class DependenciesTest {
    @ArchTest
    static final ArchRule usesTheEngineThroughItsPublicFace =
            noClasses().should().dependOnClassesThat().resideInAPackage("dev.vectorio.engine..");

    @ArchTest
    static final ArchRule knowsNoBackend = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.vectorio.s3..", "dev.vectorio.gcs..", "dev.vectorio.adls..");

    @ArchTest
    static final ArchRule namesNoStoresClient = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("software.amazon..", "com.azure..", "com.google..");
}
