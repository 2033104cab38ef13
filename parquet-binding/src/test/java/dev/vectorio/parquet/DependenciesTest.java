package dev.vectorio.parquet;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.vectorio.parquet", importOptions = ImportOption.DoNotIncludeTests.class)
class DependenciesTest {
    @ArchTest
    static final ArchRule namesNoHadoopClass =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.hadoop..");

    @ArchTest
    static final ArchRule usesTheEngineThroughItsPublicFace =
            noClasses().should().dependOnClassesThat().resideInAPackage("dev.vectorio.engine..");
}
