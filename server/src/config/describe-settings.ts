// The settings in words: the operators' table, `.env.example`, and what `config print` shows.
import type { Config, Source } from './config.ts'
import { isGroup, listSettings, type Rows, type Setting, withoutPasswords } from './setting.ts'
import { settings } from './settings.ts'

type PrintableSetting = { name: string; value: string | null; source: Source; description: string }

/** For `config print`: what is in force and where it came from, fit to be pasted into a bug report. */
export function printableConfig(config: Config): PrintableSetting[] {
  return printRows(settings, config, config)
}

function printRows(rows: Rows, values: object | undefined, config: Config): PrintableSetting[] {
  return Object.entries(rows).flatMap(([field, entry]) => {
    const value = (values as Record<string, unknown> | undefined)?.[field]
    if (isGroup(entry)) return printRows(entry.rows, value as object | undefined, config)
    const source = config.sources[entry.name] ?? 'default'
    return [
      {
        name: entry.name,
        value: toPrintable(entry, value, config),
        source,
        description: descriptionOf(entry),
      },
    ]
  })
}

function toPrintable(row: Setting, value: unknown, config: Config): string | null {
  const isUnset = config.sources[row.name] === 'default' && !('default' in row.schema)
  const shown = isUnset ? row.printUnset?.(config) : value
  if (shown === undefined || shown === null) return null
  if (row.secret === true) return '***'
  return withoutPasswords(row.print && !isUnset ? row.print(shown) : toText(shown))
}

/** Markdown for the operators' documentation. */
export function settingsTable(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const lines = listSettings(settings).map((row) => {
    const example = exampleOf(row)
    return `| <a id="${row.name.toLowerCase()}"></a>\`${row.name}\` | ${cell(defaultWords(row))} | \`${cell(example)}\` | ${cell(descriptionOf(row))} Must be ${cell(row.rule)}. |`
  })
  return ['| Setting | Default | Example | Meaning |', '|---|---|---|---|', ...lines, ''].join('\n')
}

/** The text of `.env.example`: every line is a comment, so that an unchanged copy changes nothing. */
export function envExample(): string {
  const blocks = listSettings(settings).map((row) => {
    const fallback =
      'default' in row.schema ? `default ${toText(row.schema.default)}` : `default: ${row.unset}`
    return [
      ...wrap(`${descriptionOf(row)} Must be ${row.rule}; ${fallback}.`),
      `#${row.name}=${exampleOf(row)}`,
    ].join('\n')
  })
  const head = wrap(
    'Settings of Walkaround. Uncomment and change what you need. Each can also be given as NAME_FILE, the path of a file that holds the value; an empty value counts as not set.',
  )
  return `${[head.join('\n'), ...blocks].join('\n\n')}\n`
}

function toText(value: unknown): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value)
}

function descriptionOf(row: Setting): string {
  return (row.schema as { description?: string }).description ?? ''
}

function exampleOf(row: Setting): string {
  return toText((row.schema as { examples?: unknown[] }).examples?.[0])
}

function defaultWords(row: Setting): string {
  return 'default' in row.schema ? `\`${toText(row.schema.default)}\`` : (row.unset ?? '')
}

function wrap(text: string, width = 100): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines
}
