// A call in Java 17 or later, as one file that `java Call.java` runs: `java.net.http` and nothing else.
import {
  AUTHORITY_FILE,
  type CodeLanguage,
  indented,
  KEY_VARIABLE,
  OLDEST_SECONDS,
  toSourceJson,
} from './call.ts'

/** Escapes of JSON mean the same in a Java string. */
const text = (value: string) => toSourceJson(value)

/** In a text block a backslash begins an escape; JSON never has three quotes in a row, and no line ends in a space. */
const block = (value: unknown, by: number) =>
  `"""\n${' '.repeat(by)}${indented(toSourceJson(value).replaceAll('\\', '\\\\'), by)}"""`

export const java: CodeLanguage = {
  id: 'java',
  name: 'Java',
  toRequest({ method, url, headers, body, answer, redirects, ownAuthority }) {
    const isFile = typeof answer === 'object'
    const needsPath = isFile || (body !== undefined && 'file' in body)
    const publisher =
      body === undefined
        ? 'HttpRequest.BodyPublishers.noBody()'
        : 'file' in body
          ? `HttpRequest.BodyPublishers.ofFile(Path.of(${text(body.file)}))`
          : `HttpRequest.BodyPublishers.ofString(${block(body.value, 16)})`
    const handler = isFile
      ? `HttpResponse.BodyHandlers.ofFile(Path.of(${text(answer.file)}))`
      : 'HttpResponse.BodyHandlers.ofString()'
    const client = redirects
      ? 'HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()'
      : 'HttpClient.newHttpClient()'
    return [
      ...(ownAuthority
        ? [`// Add ${AUTHORITY_FILE} to the trust store of Java first (keytool -importcert).`]
        : []),
      'import java.net.URI;',
      'import java.net.http.*;',
      ...(needsPath ? ['import java.nio.file.Path;'] : []),
      '',
      'public class Call {',
      '    public static void main(String[] args) throws Exception {',
      `        var request = HttpRequest.newBuilder(URI.create(${text(url)}))`,
      `            .header("X-API-KEY", System.getenv("${KEY_VARIABLE}"))`,
      ...Object.entries(headers).map(([name, value]) => `            .header(${text(name)}, ${text(value)})`),
      ...(method === 'GET' ? [] : [`            .method(${text(method)}, ${publisher})`]),
      '            .build();',
      `        var answer = ${client}.send(request, ${handler});`,
      '        System.out.println(answer.statusCode() + " " + answer.body());',
      '    }',
      '}',
    ].join('\n')
  },
  toCheck: () => `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Callback {
    /** body: the bytes as they came, before they are parsed. */
    static boolean isGenuine(String id, String timestamp, String signatures, byte[] body, String secret)
            throws Exception {
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) >= ${OLDEST_SECONDS}) return false;
        var key = Base64.getDecoder().decode(secret.replace("whsec_", ""));
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        var expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
        return Arrays.stream(signatures.split(" "))
            .anyMatch(one -> MessageDigest.isEqual(expected, one.getBytes()));
    }
}`,
}
