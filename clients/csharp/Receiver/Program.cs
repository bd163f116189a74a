// Receives callbacks, and takes only those that are signed: SECRET=whsec_… dotnet run
using System.Collections.Concurrent;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;

const int toleranceSeconds = 300;
const int mostBytes = 1024 * 1024;
// Several while a secret is being changed, separated by spaces.
var secrets = (Environment.GetEnvironmentVariable("SECRET") ?? throw new InvalidOperationException("SECRET is missing"))
    .Split(' ', StringSplitOptions.RemoveEmptyEntries)
    .Select(one => Convert.FromBase64String(one.Replace("whsec_", "")))
    .ToArray();
// Repeats are recognised by their id. Keep them in your database instead: this forgets when it ends.
var known = new ConcurrentDictionary<string, Lazy<Task>>();

var builder = WebApplication.CreateBuilder(args);
builder.WebHost.ConfigureKestrel(options => options.Limits.MaxRequestBodySize = mostBytes);
var app = builder.Build();
app.MapPut("/in/{id}", async (HttpRequest request) =>
{
    using var bytes = new MemoryStream();
    await request.Body.CopyToAsync(bytes);
    var body = bytes.ToArray();
    if (!IsGenuine(request.Headers, body)) return Results.Unauthorized();
    var callback = JsonNode.Parse(body)!.AsObject();
    var id = callback["id"]!.GetValue<string>();
    // Attempts that come at the same moment wait for one piece of work. If it fails, the reply is 500 and the callback comes again.
    var work = known.GetOrAdd(id, _ => new Lazy<Task>(() => Take(id, callback)));
    try
    {
        await work.Value;
    }
    catch
    {
        known.TryRemove(id, out _);
        throw;
    }
    return Results.NoContent();
});
app.Run("http://127.0.0.1:9000");

// The body is the bytes as they came, before they are parsed.
bool IsGenuine(IHeaderDictionary headers, byte[] body)
{
    string id = headers["Webhook-Id"].ToString(), timestamp = headers["Webhook-Timestamp"].ToString();
    if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)) return false;
    if (Math.Abs((double)DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) > toleranceSeconds) return false;
    byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. body];
    var given = headers["Webhook-Signature"].ToString().Split(' ').Select(one => Encoding.UTF8.GetBytes(one)).ToArray();
    return secrets
        .Select(secret => Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(HMACSHA256.HashData(secret, signed))))
        .Any(expected => given.Any(one => CryptographicOperations.FixedTimeEquals(one, expected)));
}

// Store it and return: the service waits ten seconds.
Task Take(string id, JsonObject callback)
{
    var kind = (string?)callback["kind"] ?? "messageSent";
    Console.WriteLine($"{kind} {id} {callback["outputType"]}");
    return Task.CompletedTask;
}
