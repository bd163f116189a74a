// What the command line can set for a client has a field on the settings page of the console, or is the operator's for a reason.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { ClientSettingsChange } from '@walkaround/contract/app/client-settings.ts'
import { commands } from '../src/cli/commands/access.ts'

const page = readFileSync(
  new URL('../../web/src/console/pages/settings/settings-page.tsx', import.meta.url),
  'utf8',
)
const fields = new Set([...page.matchAll(/of=\{form\.field\('(\w+)'\)\}/g)].map(([, name]) => name as string))

/** Options whose name differs from the field of the settings. */
const namesInSettings: Readonly<Record<string, string>> = {
  vinPerMinute: 'vinLookupsPerMinute',
  vinPerDay: 'vinLookupsPerDay',
}
/** Only support changes them, also by the page's operation. */
const ofOperator: Readonly<Record<string, string>> = {
  masters: 'another client shares its templates, and agrees to that outside of the product',
  vinLookupsPerMinute: 'look-ups cost the machine that all clients share',
  vinLookupsPerDay: 'look-ups cost the machine that all clients share',
}

describe('settings of a client', () => {
  test('of the command line have a field on screen, or are the operator’s', () => {
    const options = Object.keys(commands['client set']?.schema.properties ?? {}).filter(
      (name) => name !== 'client',
    )
    assert.ok(options.length > 10)
    const settings = options.map((name) => namesInSettings[name] ?? name)
    const missing = settings.filter((name) => !fields.has(name) && !(name in ofOperator))
    assert.deepEqual(missing, [], 'neither a field of the page nor named as the operator’s')
    assert.deepEqual(
      settings.filter((name) => name in ofOperator && fields.has(name)),
      [],
      'on screen, though only support may change it',
    )
  })

  test('of the operation behind the page have a field, or are the operator’s', () => {
    const names = Object.keys(ClientSettingsChange.properties)
    assert.deepEqual(
      names.filter((name) => !fields.has(name) && !(name in ofOperator)),
      [],
    )
    for (const name of Object.keys(ofOperator)) assert.ok(names.includes(name), name)
  })
})
