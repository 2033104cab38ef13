package dev.vectorio.parquet;

import dev.vectorio.model.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Which leaf columns of a file are wanted. Every one of them exists in the file: what does not is refused here, with the
 * nearest name that does.
 */
public final class ColumnSelection {
    private final Set<ColumnPath> paths;

    private ColumnSelection(Set<ColumnPath> paths) {
        this.paths = paths;
    }

    /** All leaf columns of a file. */
    public static ColumnSelection all(MessageType fileSchema) {
        return new ColumnSelection(leaves(fileSchema));
    }

    /**
     * The leaf columns of a projection.
     *
     * @param file names the file in the error
     * @throws ParquetLayoutException if the file has no such column; names the nearest
     */
    public static ColumnSelection of(String file, MessageType fileSchema, MessageType projection)
            throws ParquetLayoutException {
        Set<ColumnPath> known = leaves(fileSchema);
        Set<ColumnPath> wanted = leaves(projection);
        for (ColumnPath path : wanted) {
            if (!known.contains(path)) {
                throw unknown(file, path.toDotString(), known);
            }
        }
        return new ColumnSelection(wanted);
    }

    /**
     * Columns by name: the dotted path of a leaf, or of a group, which stands for all leaves in it.
     *
     * @param file names the file in the error
     * @throws ParquetLayoutException if the file has no such column; names the nearest
     */
    public static ColumnSelection named(String file, MessageType fileSchema, Collection<String> names)
            throws ParquetLayoutException {
        Set<ColumnPath> known = leaves(fileSchema);
        Set<ColumnPath> wanted = new LinkedHashSet<>();
        for (String name : names) {
            List<ColumnPath> matching = known.stream()
                    .filter(path -> path.toDotString().equals(name)
                            || path.toDotString().startsWith(name + "."))
                    .toList();
            if (matching.isEmpty()) {
                throw unknown(file, name, known);
            }
            wanted.addAll(matching);
        }
        return new ColumnSelection(wanted);
    }

    /** Those of the paths that the schema has. */
    static ColumnSelection known(MessageType fileSchema, Set<ColumnPath> paths) {
        Set<ColumnPath> known = leaves(fileSchema);
        known.retainAll(paths);
        return new ColumnSelection(known);
    }

    /** The columns that both have. */
    ColumnSelection and(ColumnSelection other) {
        Set<ColumnPath> both = new LinkedHashSet<>(paths);
        both.retainAll(other.paths);
        return new ColumnSelection(both);
    }

    /** The schema with the chosen leaf columns alone, in its own order. */
    public MessageType projection(MessageType schema) {
        return new MessageType(schema.getName(), chosenFields(schema, List.of()));
    }

    private List<Type> chosenFields(GroupType group, List<String> above) {
        List<Type> kept = new ArrayList<>();
        for (Type field : group.getFields()) {
            List<String> path = new ArrayList<>(above);
            path.add(field.getName());
            if (field.isPrimitive()) {
                if (paths.contains(ColumnPath.get(path.toArray(new String[0])))) {
                    kept.add(field);
                }
            } else {
                List<Type> inside = chosenFields(field.asGroupType(), path);
                if (!inside.isEmpty()) {
                    kept.add(field.asGroupType().withNewFields(inside));
                }
            }
        }
        return kept;
    }

    /** The chosen leaf columns, each once. */
    public Set<ColumnPath> paths() {
        return Set.copyOf(paths);
    }

    /** True if the column is chosen. */
    public boolean contains(ColumnPath path) {
        return paths.contains(path);
    }

    private static Set<ColumnPath> leaves(MessageType schema) {
        Set<ColumnPath> leaves = new LinkedHashSet<>();
        for (ColumnDescriptor column : schema.getColumns()) {
            leaves.add(ColumnPath.get(column.getPath()));
        }
        return leaves;
    }

    private static ParquetLayoutException unknown(String file, String name, Set<ColumnPath> known) {
        String nearest = NearestName.of(name, known, ColumnPath::toDotString)
                .map(best -> "; the nearest is '" + best.toDotString() + "'")
                .orElse("; the file has no columns");
        return new ParquetLayoutException(file + ": no column '" + name + "'" + nearest);
    }
}
