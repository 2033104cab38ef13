package dev.vectorio.store.azure;

import dev.vectorio.store.request.Answer;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The little XML that the Blob service speaks: a writer, and a reader of one level of elements. */
final class AzureXml {
    private static final XMLInputFactory READERS = readers();

    private final StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"utf-8\"?>");

    private static XMLInputFactory readers() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    AzureXml open(String name) {
        text.append('<').append(name).append('>');
        return this;
    }

    /** Opens an element with attributes, given as name, value, name, value. */
    AzureXml open(String name, String... attributes) {
        text.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            text.append(' ').append(attributes[i]).append("=\"");
            text(attributes[i + 1]);
            text.append('"');
        }
        text.append('>');
        return this;
    }

    AzureXml close(String name) {
        text.append("</").append(name).append('>');
        return this;
    }

    AzureXml element(String name, String value) {
        return open(name).text(value).close(name);
    }

    AzureXml element(String name, long value) {
        return element(name, Long.toString(value));
    }

    private AzureXml text(String value) {
        value.codePoints().forEach(this::escape);
        return this;
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
     * The children of the document's root, name and text, in order.
     *
     * @throws AzureRefusal InvalidXmlDocument
     */
    static List<Map.Entry<String, String>> children(String document) {
        List<Map.Entry<String, String>> children = new ArrayList<>();
        try {
            XMLStreamReader reader = READERS.createXMLStreamReader(new StringReader(document));
            reader.nextTag();
            while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
                children.add(
                        Map.entry(reader.getLocalName(), reader.getElementText().strip()));
            }
            return children;
        } catch (XMLStreamException e) {
            throw AzureRefusal.invalid("InvalidXmlDocument", "XML specified is not syntactically valid.");
        }
    }
}
