// Checks the published documents with the recommended rules of redocly and spectral: a warning fails like an error.
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { createConfig, lint } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import rulesets from '@stoplight/spectral-rulesets'

const contract = resolve(import.meta.dirname, '../../contract')
const documents = ['openapi.json', 'app-openapi.json'].map((name) => resolve(contract, name))

const redocly = await createConfig({
  extends: ['recommended'],
  rules: {
    // The committed documents contain the demo's address; a running service writes its own.
    'no-server-example.com': 'off',
  },
})
const spectral = new spectralCore.Spectral()
spectral.setRuleset({ extends: [rulesets.oas as RulesetDefinition] })

async function objections(path: string): Promise<string[]> {
  const byRedocly = await lint({ ref: path, config: redocly })
  const text = readFileSync(path, 'utf8')
  const bySpectral = await spectral.run(new spectralCore.Document(text, parsers.Json, path))
  return [
    ...byRedocly.map(
      ({ ruleId, message, location }) => `redocly ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
    ),
    ...bySpectral.map(({ code, message, path: place }) => `spectral ${code}: ${message} ${place.join('/')}`),
  ]
}

for (const path of documents) {
  const found = await objections(path)
  for (const one of found) console.log(`${relative(contract, path)}: ${one}`)
  if (found.length > 0) process.exitCode = 1
}
