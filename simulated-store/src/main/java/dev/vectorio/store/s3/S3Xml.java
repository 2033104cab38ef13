package dev.vectorio.store.s3;

import dev.vectorio.store.request.Answer;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The little XML that S3 speaks: a writer, and a reader of lists of flat elements. */
final class S3Xml {
    private static final String NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";
    private static final XMLInputFactory READERS = readers();

    private final StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

    private static XMLInputFactory readers() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    S3Xml open(String name) {
        text.append('<').append(name).append('>');
        return this;
    }

    /** Opens the document's root in S3's namespace. */
    S3Xml root(String name) {
        text.append('<').append(name).append(" xmlns=\"").append(NAMESPACE).append("\">");
        return this;
    }

    S3Xml close(String name) {
        text.append("</").append(name).append('>');
        return this;
    }

    S3Xml element(String name, String value) {
        return open(name).text(value).close(name);
    }

    S3Xml text(String value) {
        value.codePoints().forEach(this::escape);
        return this;
    }

    S3Xml element(String name, long value) {
        return element(name, Long.toString(value));
    }

    private void escape(int codePoint) {
        switch (codePoint) {
            case '&' -> text.append("&amp;");
            case '<' -> text.append("&lt;");
            case '>' -> text.append("&gt;");
            case '"' -> text.append("&quot;");
            case '\r', '\n', '\t' -> text.append("&#").append(codePoint).append(';');
            default -> text.appendCodePoint(codePoint);
        }
    }

    Answer answer(int status) {
        return Answer.text(status, "application/xml", text.toString());
    }

    /**
     * The text of the first element of that name.
     *
     * @throws S3Refusal MalformedXML
     */
    static Optional<String> text(byte[] document, String name) {
        try {
            XMLStreamReader reader = reader(document);
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT
                        && reader.getLocalName().equals(name)) {
                    return Optional.of(reader.getElementText());
                }
            }
            return Optional.empty();
        } catch (XMLStreamException e) {
            throw malformed(e);
        }
    }

    /**
     * The children of every element of that name, each as name → text, in document order.
     *
     * @throws S3Refusal MalformedXML
     */
    static List<Map<String, String>> children(byte[] document, String parent) {
        List<Map<String, String>> found = new ArrayList<>();
        try {
            XMLStreamReader reader = reader(document);
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT
                        && reader.getLocalName().equals(parent)) {
                    found.add(flat(reader));
                }
            }
            return found;
        } catch (XMLStreamException e) {
            throw malformed(e);
        }
    }

    private static XMLStreamReader reader(byte[] document) throws XMLStreamException {
        return READERS.createXMLStreamReader(new StringReader(new String(document, StandardCharsets.UTF_8)));
    }

    private static S3Refusal malformed(XMLStreamException cause) {
        return S3Refusal.invalid("MalformedXML", "The XML you provided was not well-formed: " + cause.getMessage());
    }

    private static Map<String, String> flat(XMLStreamReader reader) throws XMLStreamException {
        Map<String, String> values = new LinkedHashMap<>();
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
            values.put(reader.getLocalName(), reader.getElementText());
        }
        return values;
    }
}
