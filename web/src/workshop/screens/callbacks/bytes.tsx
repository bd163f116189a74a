// What went over the wire, as it was; JSON on lines of its own, for people.

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export const Bytes = ({ text }: { text: string }) => <pre className="bytes">{pretty(text)}</pre>
