package dev.vectorio.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Commands find stores through the library; only the demo, which shows one, names it. */
class ArrowTest {
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.vectorio.cli");

    @Test
    void onlyTheDemoNamesABackendOrAStore() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.vectorio.cli.demo")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.vectorio.s3..",
                        "dev.vectorio.gcs..",
                        "dev.vectorio.adls..",
                        "dev.vectorio.store..",
                        "software.amazon..",
                        "com.google..",
                        "com.azure..")
                .check(classes);
    }

    @Test
    void filesAndValuesKnowParquetAlone() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.vectorio.cli.files", "dev.vectorio.cli.values")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.vectorio", "dev.vectorio.cli", "dev.vectorio.cli.demo", "dev.vectorio.parquet..")
                .check(classes);
    }
}
