package dev.vectorio.cli;

import dev.vectorio.parquet.ColumnSelection;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** A schema without the columns that are not wanted. */
final class Projection {
    private final ColumnSelection columns;

    private Projection(ColumnSelection columns) {
        this.columns = columns;
    }

    /** The schema with the chosen leaf columns alone, in its own order. */
    static MessageType of(MessageType schema, ColumnSelection columns) {
        return new MessageType(schema.getName(), new Projection(columns).fields(schema, List.of()));
    }

    private List<Type> fields(GroupType group, List<String> above) {
        List<Type> kept = new ArrayList<>();
        for (Type field : group.getFields()) {
            List<String> path = new ArrayList<>(above);
            path.add(field.getName());
            if (field.isPrimitive()) {
                if (columns.contains(ColumnPath.get(path.toArray(new String[0])))) {
                    kept.add(field);
                }
            } else {
                List<Type> inside = fields(field.asGroupType(), path);
                if (!inside.isEmpty()) {
                    kept.add(field.asGroupType().withNewFields(inside));
                }
            }
        }
        return kept;
    }
}
