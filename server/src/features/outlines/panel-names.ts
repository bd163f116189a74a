// Names of panels, by language: panels.<language>.json.
import { readTexts } from '../../outside/language-files.ts'

/** An unknown panel gets its id as name. */
export function panelName(id: string, language: string): string {
  const names = readTexts<Readonly<Record<string, string>>>('panels', language)
  return Object.hasOwn(names, id) ? (names[id] as string) : id
}
