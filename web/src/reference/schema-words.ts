// What a schema allows, in words: its type with links, its rules, its closed list of values with aliases.
import { fill } from '@walkaround/contract/rules/texts.ts'
import { type Html, html, joined } from '../html.ts'
import { renderInline } from '../markdown.ts'
import type { Texts } from '../texts/texts.ts'
import { breakable } from './breaks.ts'
import type { ApiDocument } from './document.ts'
import { type Json, member, toList, toRecord, toText, toTexts } from './json.ts'
import type { GeneralLimits } from './limits.ts'

export type Context = {
  readonly document: ApiDocument
  readonly texts: Texts['reference']
  readonly limits: GeneralLimits
  /** ` lang="en"` for text from the document on a page in another language, otherwise nothing. */
  readonly documentLanguage: Html
  /** The address of the interface, without a slash at the end. */
  readonly serverUrl: string
  /** Whether the service has its own authority, which `curl` does not know. */
  readonly ownAuthority: boolean
  /** The address of a paragraph of the guides. */
  readonly guideOf: (page: string, anchor?: string) => string
}

/** Deeper nesting of unnamed schemas means a broken document. */
const labelDepth = 6
const shownValues = 24
/** A longer name does not fit into the first column everywhere. */
const longName = 18

export function renderType(context: Context, schema: Json, depth = 0): Html {
  const name = context.document.schemaName(schema)
  if (name !== undefined)
    return html`<a href="#${context.document.schemaAnchors.get(name)}">${name.length > longName ? breakable(name) : name}</a>`
  const resolved = context.document.resolve(schema)
  if (depth > labelDepth) return html`…`
  const inner = (part: unknown) => renderType(context, toRecord(part), depth + 1)
  const choices = alternativesOf(resolved)
  if (choices.length > 0 && valuesOf(context, resolved).length === 0) return joined(choices.map(inner), ' | ')
  const all = toList(resolved.allOf)
  if (all.length === 1 && resolved.properties === undefined) return inner(all[0])
  const type = plainType(resolved)
  if (type === 'array') return around(context.texts.arrayOf, inner(resolved.items))
  const map = resolved.additionalProperties
  if (type === 'object' && typeof map === 'object') return around(context.texts.mapOf, inner(map))
  const format = toText(resolved.format)
  return format === '' ? html`${type}` : html`${type} · ${format}`
}

function around(text: string, type: Html): Html {
  const [before = '', after = ''] = text.split('{type}')
  return html`${before}${type}${after}`
}

function plainType(schema: Json): string {
  const types = (typeof schema.type === 'string' ? [schema.type] : toTexts(schema.type)).filter(
    (type) => type !== 'null',
  )
  if (types.length > 0) return types.join(' | ')
  if (schema.properties !== undefined || schema.allOf !== undefined) return 'object'
  const sample = schema.const ?? toList(schema.enum)[0] ?? member(alternativesOf(schema)[0], 'const')
  return sample === undefined ? 'any' : typeof sample
}

/** The members of oneOf or anyOf except `null`, which means leaving the field out. */
export function alternativesOf(schema: Json): readonly unknown[] {
  return [...toList(schema.oneOf), ...toList(schema.anyOf)].filter(
    (choice) => member(choice, 'type') !== 'null',
  )
}

/** The closed list of a schema or of the entries of an array; empty if any value is allowed. */
export function valuesOf(context: Context, schema: Json): readonly string[] {
  const resolved = context.document.resolve(schema)
  return resolved.type === 'array'
    ? ownValuesOf(context, context.document.resolve(resolved.items))
    : ownValuesOf(context, resolved)
}

function ownValuesOf(context: Context, resolved: Json): readonly string[] {
  if (resolved.enum !== undefined) return toTexts(resolved.enum).filter((value) => value !== '')
  const choices = alternativesOf(resolved).map((choice) => context.document.resolve(choice))
  const closed = choices.filter((choice) => choice.const !== undefined || choice.enum !== undefined)
  if (choices.length === 0 || closed.length < choices.length) return []
  return closed.flatMap((choice) =>
    choice.enum === undefined ? [toText(choice.const)] : toTexts(choice.enum),
  )
}

export function renderValues(context: Context, schema: Json, all = false): Html | undefined {
  const values = valuesOf(context, schema)
  if (values.length === 0) return undefined
  const resolved = context.document.resolve(schema)
  const aliases = resolved['x-aliases'] ?? context.document.resolve(resolved.items)['x-aliases']
  const shown = all ? values : values.slice(0, shownValues)
  const rest = values.slice(shown.length)
  return html`<p class="values">${context.texts.values}: ${shown.map((value) => html`<code>${value}</code> `)}${
    rest.length > 0 &&
    html`<details><summary>${fill(context.texts.moreValues, { count: rest.length })}</summary>${rest.join(' ')}</details>`
  }</p>${renderAliases(context, aliases)}`
}

/** `x-aliases` maps accepted input to the value that is returned (A6). */
function renderAliases(context: Context, aliases: unknown): Html | false {
  const entries = Object.entries(toRecord(aliases))
  if (entries.length === 0) return false
  const pairs = joined(
    entries.map(
      ([alias, value]) =>
        html`<span class="pair"><code>${alias}</code> → <code>${toText(value)}</code></span>`,
    ),
    ', ',
  )
  const [before = '', after = ''] = context.texts.alias.split('{aliases}')
  return html`<p class="values">${before}${pairs}${after}</p>`
}

export function renderRules(context: Context, schema: Json): readonly Html[] {
  const resolved = context.document.resolve(schema)
  const words = context.texts.rules
  const rules: string[] = []
  const own = (key: string, general?: number) => {
    const value = resolved[key]
    return typeof value === 'number' && value !== general ? value : undefined
  }
  const add = (text: string, n: number | string | undefined) => {
    if (n !== undefined) rules.push(fill(text, { n: typeof n === 'number' ? toShortNumber(n) : n }))
  }
  const pair = (
    min: number | undefined,
    max: number | undefined,
    both: string,
    least: string,
    most: string,
  ) => {
    if (min !== undefined && max !== undefined)
      rules.push(fill(both, { min: toShortNumber(min), max: toShortNumber(max) }))
    else {
      add(least, min)
      add(most, max)
    }
  }
  const { maxLength, maxItems, magnitude } = context.limits
  const leastLength = own('minLength')
  const atLeast = leastLength === 1 ? words.notEmpty : words.minLength
  pair(leastLength, own('maxLength', maxLength), words.length, atLeast, words.maxLength)
  pair(own('minimum'), own('maximum'), words.range, words.minimum, words.maximum)
  add(words.exclusiveMinimum, own('exclusiveMinimum', magnitude === undefined ? undefined : -magnitude))
  add(words.exclusiveMaximum, own('exclusiveMaximum', magnitude))
  add(words.multipleOf, own('multipleOf'))
  add(words.decimals, own('x-decimals'))
  add(words.minItems, own('minItems'))
  add(words.maxItems, own('maxItems', maxItems))
  if (resolved.uniqueItems === true) rules.push(words.uniqueItems)
  const rendered = rules.map(renderInline)
  // Values from the document are inserted as code, never filled into text that is read as Markdown.
  const quote = (text: string, value: unknown) => {
    const [before = '', after = ''] = text.split('`{n}`')
    if (value !== undefined)
      rendered.push(
        html`${before}<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>${after}`,
      )
  }
  quote(words.pattern, resolved.pattern)
  quote(words.constant, resolved.const)
  quote(words.default, resolved.default)
  return rendered
}

/** 2000 stays 2000; from a million on, whole powers of ten are written as such. */
export function toShortNumber(value: number): string {
  const exponent = Math.log10(Math.abs(value))
  if (exponent < 6 || !Number.isInteger(exponent)) return String(value)
  const digits = [...String(exponent)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '').join('')
  return `${value < 0 ? '−' : ''}10${digits}`
}
