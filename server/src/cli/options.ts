// Arguments and options of a command, made from its schema, and the conversion of typed words to values.
import { readFile, stat } from 'node:fs/promises'
import { Argument, type Command as Commander, Option } from 'commander'
import type { TSchema } from 'typebox'
import type { Command, OptionKeywords } from './commands/define.ts'
import { Misuse } from './failures.ts'
import { readPassword } from './password.ts'

type Schema = OptionKeywords & {
  type?: string
  enum?: string[]
  description?: string
  anyOf?: Schema[]
}

const schemaOf = (schema: TSchema | undefined) => schema as Schema
const optionName = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const isList = (schema: Schema) => schema.type === 'array' || schema.anyOf?.[0]?.type === 'array'

export function addOptions(to: Commander, { schema, positional }: Command): void {
  const required = new Set(schema.required as string[] | undefined)
  for (const name of positional)
    to.addArgument(toArgument(name, schemaOf(schema.properties[name]), required.has(name)))
  for (const [name, property] of Object.entries(schema.properties)) {
    if (positional.includes(name)) continue
    const option = schemaOf(property)
    to.addOption(toOption(name, option, required.has(name)))
    if (option['x-negatable']) to.addOption(new Option(`--no-${optionName(name)}`, 'switch it off'))
  }
}

function toArgument(name: string, schema: Schema, isRequired: boolean): Argument {
  const isFile = schema['x-from'] === 'json file' || schema['x-from'] === 'file as base64'
  const shown = isFile ? 'file' : optionName(name)
  const argument = new Argument(isRequired ? `<${shown}>` : `[${shown}]`, schema.description)
  return schema.enum ? argument.choices(schema.enum) : argument
}

function toOption(name: string, schema: Schema, isRequired: boolean): Option {
  if (schema['x-from'] === 'password on stdin') {
    return new Option(`--${optionName(name)}-stdin`, schema.description)
  }
  if (schema.type === 'boolean') return new Option(`--${optionName(name)}`, schema.description)
  const value = schema['x-value'] ?? (schema.enum ? optionName(name) : isList(schema) ? 'list' : 'text')
  const option = new Option(`--${optionName(name)} <${value}>`, schema.description)
  if (schema.enum) option.choices(schema.enum)
  return option.makeOptionMandatory(isRequired)
}

/** The typed words as values of the schema. Reads files and standard input if the schema says so. */
export async function toArgs(
  { schema, positional }: Command,
  words: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const required = new Set(schema.required as string[] | undefined)
  const args: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const option = schemaOf(property)
    const at = positional.indexOf(name)
    const given = at >= 0 ? words[at] : options[name]
    if (option['x-from'] === 'json file') {
      if (given !== undefined) args[name] = await readJson(given as string)
    } else if (option['x-from'] === 'file as base64') {
      if (given !== undefined) args[name] = await readBase64(given as string, option['x-bytes'])
    } else if (option['x-from'] === 'line of a file') {
      if (given !== undefined) args[name] = await readLine(given as string)
    } else if (option['x-from'] === 'password on stdin') {
      const isGiven = options[`${name}Stdin`] === true
      const value = isGiven || required.has(name) ? await readPassword(isGiven) : undefined
      if (value !== undefined) args[name] = value
    } else if (given !== undefined) args[name] = toValue(name, option, given)
  }
  return args
}

function toValue(name: string, schema: Schema, given: unknown): unknown {
  if (typeof given !== 'string') return given
  if (schema['x-null'] === given) return null
  if (isList(schema)) return given === 'none' ? [] : toList(given, schema['x-separator'])
  if (schema.type === 'integer') {
    if (!/^[1-9]\d{0,8}$/.test(given)) {
      throw new Misuse(`--${optionName(name)}: "${given}" is not a whole number from 1`)
    }
    return Number(given)
  }
  return given
}

const toList = (text: string, separator = ',') =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

async function readJson(file: string): Promise<unknown> {
  let text: string
  try {
    text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8')
  } catch (error) {
    throw new Misuse(`${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Misuse(`${file} is not JSON: ${(error as Error).message}`)
  }
}

/** For secrets, because every user of the machine can see arguments. Read the same way as a setting from its file. */
export async function readText(file: string): Promise<string> {
  let text: string
  try {
    text = (file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new Misuse(`${file} cannot be read: ${(error as Error).message}`)
  }
  if (text === '') throw new Misuse(`${file === '-' ? 'standard input' : file} is empty`)
  return text
}

async function readLine(file: string): Promise<string> {
  let text: string
  try {
    text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8')
  } catch (error) {
    throw new Misuse(`${file} cannot be read: ${(error as Error).message}`)
  }
  const line = text.split('\n', 1)[0]?.trim() ?? ''
  if (line === '') throw new Misuse(`${file === '-' ? 'standard input' : file}: the first line is empty`)
  return line
}

/** As text, because arguments are sent to a running service as JSON. */
async function readBase64(file: string, limit = Number.POSITIVE_INFINITY): Promise<string> {
  let bytes: Buffer
  try {
    const { size } = await stat(file)
    if (size > limit) throw new Error(`it has ${size} bytes, and ${limit} is the most`)
    bytes = await readFile(file)
  } catch (error) {
    throw new Misuse(`${file} cannot be read: ${(error as Error).message}`)
  }
  return bytes.toString('base64')
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
