package dev.vectorio.iceberg;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.vectorio.iceberg", importOptions = ImportOption.DoNotIncludeTests.class)
class DependenciesTest {
    @ArchTest
    static final ArchRule usesTheEngineThroughItsPublicFace =
            noClasses().should().dependOnClassesThat().resideInAPackage("dev.vectorio.engine..");

    @ArchTest
    static final ArchRule knowsNoBackendAndNoOtherBinding = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.vectorio.s3..", "dev.vectorio.gcs..", "dev.vectorio.adls..", "dev.vectorio.hadoop..");

    @ArchTest
    static final ArchRule namesNoStoresClientAndNoModuleOfIcebergForOne = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "software.amazon..",
                    "com.azure..",
                    "com.google..",
                    "org.apache.iceberg.aws..",
                    "org.apache.iceberg.gcp..",
                    "org.apache.iceberg.azure..",
                    "org.apache.iceberg.parquet..",
                    "org.apache.iceberg.relocated..");

    // the interface by which Iceberg hands a configuration on names it
    @ArchTest
    static final ArchRule namesNoClassOfHadoopButTheConfiguration = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.hadoop.fs..", "org.apache.hadoop.util..", "org.apache.hadoop.io..");
}
