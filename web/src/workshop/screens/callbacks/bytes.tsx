// Shows what was sent or received unchanged; JSON is formatted for people.

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export const Bytes = ({ text }: { text: string }) => <pre className="bytes">{pretty(text)}</pre>
