// A call in C# 12 or later (.NET 8), as a program of top-level statements: `HttpClient` and nothing else.
import {
  AUTHORITY_FILE,
  type CodeLanguage,
  indented,
  KEY_VARIABLE,
  OLDEST_SECONDS,
  toSourceJson,
} from './call.ts'

/** Escapes of JSON mean the same in a C# string. */
const text = (value: string) => toSourceJson(value)

export const csharp: CodeLanguage = {
  id: 'csharp',
  name: 'C#',
  toRequest({ method, url, headers, body, answer, ownAuthority }) {
    const { 'Content-Type': type = 'application/json', ...own } = headers
    const isFile = typeof answer === 'object'
    const content =
      body === undefined
        ? []
        : 'file' in body
          ? [
              `request.Content = new ByteArrayContent(await File.ReadAllBytesAsync(${text(body.file)}));`,
              `request.Content.Headers.ContentType = new(${text(type)});`,
            ]
          : [
              // JSON never has three quotes in a row, so it can stand in a raw string as it is.
              `request.Content = new StringContent("""`,
              `    ${indented(toSourceJson(body.value), 4)}`,
              `    """, Encoding.UTF8, ${text(type)});`,
            ]
    return [
      ...(ownAuthority ? [`// Trust ${AUTHORITY_FILE} on this machine first.`] : []),
      ...(body !== undefined && 'value' in body ? ['using System.Text;', ''] : []),
      'using var http = new HttpClient();',
      `using var request = new HttpRequestMessage(HttpMethod.${method[0] ?? ''}${method.slice(1).toLowerCase()}, ${text(url)});`,
      `request.Headers.Add("X-API-KEY", Environment.GetEnvironmentVariable("${KEY_VARIABLE}"));`,
      ...Object.entries(own).map(
        ([name, value]) => `request.Headers.TryAddWithoutValidation(${text(name)}, ${text(value)});`,
      ),
      ...content,
      'using var answer = await http.SendAsync(request);',
      'if (!answer.IsSuccessStatusCode)',
      '    throw new Exception($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");',
      isFile
        ? `await File.WriteAllBytesAsync(${text(answer.file)}, await answer.Content.ReadAsByteArrayAsync());`
        : answer === 'text'
          ? 'Console.WriteLine(await answer.Content.ReadAsStringAsync());'
          : 'Console.WriteLine((int)answer.StatusCode);',
    ].join('\n')
  },
  toCheck: () => `using System.Security.Cryptography;
using System.Text;

static class Callback
{
    /// <param name="body">The bytes as they came, before they are parsed.</param>
    public static bool IsGenuine(string id, string timestamp, string signatures, byte[] body, string secret)
    {
        var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        if (!long.TryParse(timestamp, out var sent) || Math.Abs(now - sent) >= ${OLDEST_SECONDS}) return false;
        var key = Convert.FromBase64String(secret.Replace("whsec_", ""));
        byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. body];
        var expected = Encoding.ASCII.GetBytes("v1," + Convert.ToBase64String(HMACSHA256.HashData(key, signed)));
        return signatures.Split(' ').Any(one =>
            CryptographicOperations.FixedTimeEquals(expected, Encoding.ASCII.GetBytes(one)));
    }
}`,
}
