package dev.vectorio.peers.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler;

/** One bar for the median time of each peer. */
final class Charts {
    private Charts() {}

    static void write(CaseResult result, Path file) throws IOException {
        List<PeerRow> rows = result.rows().stream().filter(PeerRow::measured).toList();
        if (rows.isEmpty()) {
            return;
        }
        CategoryChart chart = new CategoryChartBuilder()
                .width(1_000)
                .height(500)
                .title(result.what().name())
                .yAxisTitle("ms, median")
                .theme(Styler.ChartTheme.XChart)
                .build();
        chart.getStyler().setXAxisLabelRotation(30).setLegendPosition(Styler.LegendPosition.InsideNW);
        List<String> names = rows.stream().map(row -> row.peer().title()).toList();
        chart.addSeries("first set", names, rows.stream().map(PeerRow::millis).toList());
        chart.addSeries(
                "second set", names, rows.stream().map(PeerRow::secondMillis).toList());
        try (OutputStream out = Files.newOutputStream(file)) {
            ImageIO.write(BitmapEncoder.getBufferedImage(chart), "png", out);
        }
    }
}
