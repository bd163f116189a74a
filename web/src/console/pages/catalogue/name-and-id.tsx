// What a template or package is called, and its id as files and the DMS write it.

export function NameAndId({ name, id }: { name: string; id: string }) {
  return (
    <span className="name-and-id">
      {name}
      <span className="soft">{id}</span>
    </span>
  )
}
