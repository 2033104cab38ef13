package dev.vectorio.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.vectorio.store", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageArrowsTest {

    @ArchTest
    static final ArchRule DIALECTS_STAND_ON_A_CORE_THAT_KNOWS_NONE = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("store")
            .definedBy("dev.vectorio.store")
            .layer("s3")
            .definedBy("dev.vectorio.store.s3")
            .layer("azure")
            .definedBy("dev.vectorio.store.azure")
            .layer("gcs")
            .definedBy("dev.vectorio.store.gcs")
            .layer("http")
            .definedBy("dev.vectorio.store.http")
            .layer("log")
            .definedBy("dev.vectorio.store.log")
            .layer("fault")
            .definedBy("dev.vectorio.store.fault")
            .layer("timing")
            .definedBy("dev.vectorio.store.timing")
            .layer("request")
            .definedBy("dev.vectorio.store.request")
            .layer("object")
            .definedBy("dev.vectorio.store.object")
            .whereLayer("store")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("s3")
            .mayOnlyBeAccessedByLayers("store")
            .whereLayer("azure")
            .mayOnlyBeAccessedByLayers("store")
            .whereLayer("gcs")
            .mayOnlyBeAccessedByLayers("store")
            .whereLayer("http")
            .mayOnlyBeAccessedByLayers("store", "s3", "azure", "gcs")
            .whereLayer("log")
            .mayOnlyBeAccessedByLayers("store", "http")
            .whereLayer("fault")
            .mayOnlyBeAccessedByLayers("store", "s3", "azure", "gcs", "http")
            .whereLayer("timing")
            .mayOnlyBeAccessedByLayers("store", "http")
            .whereLayer("request")
            .mayOnlyBeAccessedByLayers("store", "s3", "azure", "gcs", "http", "log", "fault");

    @ArchTest
    static final ArchRule NOTHING_OF_VECTOR_IO_IS_KNOWN = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.vectorio.store..", "java..", "javax..", "io.netty..", "org.slf4j..", "org.jspecify..");
}
