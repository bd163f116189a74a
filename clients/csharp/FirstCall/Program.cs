// Sends an order, reads it back with its surveys, changes it under its ETag, and shows a refusal: KEY=… dotnet run
using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Nodes;

string Setting(string name, string otherwise) => Environment.GetEnvironmentVariable(name) ?? otherwise;

var client = Uri.EscapeDataString(Setting("SYSTEM_CLIENT_ID", "demo"));
using var http = new HttpClient
{
    BaseAddress = new Uri($"{Setting("BASE_URL", "https://localhost:8443")}/v1/system-clients/{client}/"),
    Timeout = TimeSpan.FromSeconds(30),
};
http.DefaultRequestHeaders.Add("X-API-KEY", Setting("KEY", ""));

var path = $"service-orders/{Uri.EscapeDataString("csharp-1")}";
var order = new JsonObject
{
    ["externalBranchId"] = "DE1001",
    ["description"] = "Service and noise from the front left",
    ["customer"] = new JsonObject { ["id"] = "C-1", ["firstName"] = "Ada", ["lastName"] = "Example" },
    ["vehicle"] = new JsonObject { ["make"] = "Example", ["numberPlate"] = "B WA 1042", ["fuelType"] = "petrol" },
};
(await Send(HttpMethod.Put, path, order)).Dispose();

using var read = await Send(HttpMethod.Get, path);
var seen = (await read.Content.ReadFromJsonAsync<JsonObject>())!;
Console.WriteLine($"order {seen["id"]} at {seen["branchId"]}");
foreach (var survey in seen["surveys"]!.AsArray()) Console.WriteLine($"survey {survey!["surveyType"]}");

// Written only if nobody wrote since it was read; the second one is too late.
seen["description"] = "Brakes";
(await Send(HttpMethod.Put, path, seen, read.Headers.ETag)).Dispose();
try
{
    (await Send(HttpMethod.Put, path, order, read.Headers.ETag)).Dispose();
}
catch (RefusedException refused)
{
    Console.WriteLine($"refused {(int)refused.Status} {refused.ErrorCode}");
}

// GET, PUT and DELETE may be sent again; a POST only with the same Idempotency-Key.
async Task<HttpResponseMessage> Send(HttpMethod method, string to, JsonNode? body = null, EntityTagHeaderValue? ifMatch = null)
{
    const int mostAttempts = 5;
    for (var attempt = 1; ; attempt++)
    {
        var pause = TimeSpan.FromSeconds(0.5 * Math.Pow(2, attempt - 1));
        // A request can be sent once, so each attempt has its own.
        using var request = new HttpRequestMessage(method, to);
        if (body is not null) request.Content = JsonContent.Create(body);
        if (ifMatch is not null) request.Headers.IfMatch.Add(ifMatch);
        try
        {
            var reply = await http.SendAsync(request);
            if (reply.IsSuccessStatusCode) return reply;
            using (reply)
            {
                var refusal = await RefusedException.Read(reply);
                var isLater = reply.StatusCode is HttpStatusCode.TooManyRequests or HttpStatusCode.ServiceUnavailable;
                if (attempt == mostAttempts || (!isLater && reply.StatusCode != HttpStatusCode.InternalServerError)) throw refusal;
                if (isLater) pause = reply.Headers.RetryAfter?.Delta ?? pause;
            }
        }
        catch (Exception noReply) when (noReply is HttpRequestException or TaskCanceledException && attempt < mostAttempts)
        {
            // No reply: the work may or may not have been done, and sending it again does no harm.
        }
        await Task.Delay(pause);
    }
}

/// <summary>A reply of 400 or more. Decide by ErrorCode, show the message to people, tell RequestId to the operator.</summary>
sealed class RefusedException(HttpStatusCode status, int errorCode, string message, string? requestId) : Exception(message)
{
    public HttpStatusCode Status => status;
    public int ErrorCode => errorCode;
    public string? RequestId => requestId;

    public static async Task<RefusedException> Read(HttpResponseMessage reply)
    {
        var text = await reply.Content.ReadAsStringAsync();
        var id = reply.Headers.TryGetValues("X-Request-Id", out var ids) ? ids.First() : null;
        try
        {
            using var body = JsonDocument.Parse(text);
            var code = body.RootElement.GetProperty("errorCode").GetInt32();
            return new(reply.StatusCode, code, body.RootElement.GetProperty("errorInfo").GetString() ?? "", id);
        }
        catch (Exception unknown) when (unknown is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return new(reply.StatusCode, 0, text, id);
        }
    }
}
