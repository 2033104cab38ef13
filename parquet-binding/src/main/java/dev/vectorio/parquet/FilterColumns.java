package dev.vectorio.parquet;

import java.util.Set;
import java.util.TreeMap;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators.And;
import org.apache.parquet.filter2.predicate.Operators.Column;
import org.apache.parquet.filter2.predicate.Operators.Contains;
import org.apache.parquet.filter2.predicate.Operators.Eq;
import org.apache.parquet.filter2.predicate.Operators.Gt;
import org.apache.parquet.filter2.predicate.Operators.GtEq;
import org.apache.parquet.filter2.predicate.Operators.In;
import org.apache.parquet.filter2.predicate.Operators.LogicalNotUserDefined;
import org.apache.parquet.filter2.predicate.Operators.Lt;
import org.apache.parquet.filter2.predicate.Operators.LtEq;
import org.apache.parquet.filter2.predicate.Operators.Not;
import org.apache.parquet.filter2.predicate.Operators.NotEq;
import org.apache.parquet.filter2.predicate.Operators.NotIn;
import org.apache.parquet.filter2.predicate.Operators.Or;
import org.apache.parquet.filter2.predicate.Operators.UserDefined;
import org.apache.parquet.filter2.predicate.UserDefinedPredicate;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/** Collects the columns that a filter looks at. */
final class FilterColumns implements FilterPredicate.Visitor<Void> {
    private final TreeMap<String, ColumnPath> columns = new TreeMap<>();

    private FilterColumns() {}

    /** The columns of the filter; none if it is not a predicate on columns. */
    static Set<ColumnPath> of(FilterCompat.Filter filter) {
        FilterColumns collected = new FilterColumns();
        if (filter instanceof FilterCompat.FilterPredicateCompat predicate) {
            predicate.getFilterPredicate().accept(collected);
        }
        return Set.copyOf(collected.columns.values());
    }

    private Void add(Column<?> column) {
        columns.put(column.getColumnPath().toDotString(), column.getColumnPath());
        return null;
    }

    @Override
    public <T extends Comparable<T>> Void visit(Eq<T> eq) {
        return add(eq.getColumn());
    }

    @Override
    public <T extends Comparable<T>> Void visit(NotEq<T> notEq) {
        return add(notEq.getColumn());
    }

    @Override
    public <T extends Comparable<T>> Void visit(Lt<T> lt) {
        return add(lt.getColumn());
    }

    @Override
    public <T extends Comparable<T>> Void visit(LtEq<T> ltEq) {
        return add(ltEq.getColumn());
    }

    @Override
    public <T extends Comparable<T>> Void visit(Gt<T> gt) {
        return add(gt.getColumn());
    }

    @Override
    public <T extends Comparable<T>> Void visit(GtEq<T> gtEq) {
        return add(gtEq.getColumn());
    }

    @Override
    public <T extends Comparable<T>> Void visit(In<T> in) {
        return add(in.getColumn());
    }

    @Override
    public <T extends Comparable<T>> Void visit(NotIn<T> notIn) {
        return add(notIn.getColumn());
    }

    @Override
    public <T extends Comparable<T>> Void visit(Contains<T> contains) {
        return add(contains.getColumn());
    }

    @Override
    public Void visit(And and) {
        and.getLeft().accept(this);
        return and.getRight().accept(this);
    }

    @Override
    public Void visit(Or or) {
        or.getLeft().accept(this);
        return or.getRight().accept(this);
    }

    @Override
    public Void visit(Not not) {
        return not.getPredicate().accept(this);
    }

    @Override
    public <T extends Comparable<T>, U extends UserDefinedPredicate<T>> Void visit(UserDefined<T, U> udp) {
        return add(udp.getColumn());
    }

    @Override
    public <T extends Comparable<T>, U extends UserDefinedPredicate<T>> Void visit(LogicalNotUserDefined<T, U> udp) {
        return add(udp.getUserDefined().getColumn());
    }
}
