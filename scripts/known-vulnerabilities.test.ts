import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  type Advisory,
  askRegistry,
  daysToMend,
  installedOf,
  listBreaches,
  severities,
  waiting,
} from './known-vulnerabilities.ts'

const root = join(import.meta.dirname, '..')
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

const advisory = (more: Partial<Advisory> = {}): Advisory => ({
  id: 1,
  name: 'left-pad',
  title: 'pads too far',
  url: 'https://advisories.example/1',
  severity: 'high',
  ...more,
})

describe('advisories', () => {
  test('are asked for by what a running service has installed, and by nothing else', () => {
    const installed = installedOf(lockfile)
    assert.ok(installed.fastify && installed.pg, Object.keys(installed).join(' '))
    assert.equal(installed.typescript, undefined)
    assert.equal(installed['@walkaround/server'], undefined)
  })

  test('come from the registry as it tells them, and a registry that tells none is no good news', async () => {
    let asked = ''
    const registry = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (chunk) => {
        asked += chunk
      })
      request.on('end', () => {
        const isKnown = request.url === '/npm/-/npm/v1/security/advisories/bulk'
        response.writeHead(isKnown ? 200 : 405, { 'content-type': 'application/json' })
        const { name, ...told } = advisory()
        response.end(JSON.stringify({ [name]: [told] }))
      })
    }).listen(0, '127.0.0.1')
    await once(registry, 'listening')
    try {
      const at = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
      assert.deepEqual(await askRegistry(`${at}npm/`, { 'left-pad': ['1.0.0'] }), [advisory()])
      assert.deepEqual(JSON.parse(asked), { 'left-pad': ['1.0.0'] })
      await assert.rejects(askRegistry(at, {}), /405/)
    } finally {
      registry.close()
    }
  })

  test('that are new fail the build, those that are noted have their days, and no more', () => {
    const day = (offset: number) => new Date(Date.UTC(2026, 0, 1 + offset))
    const noted = [{ id: 1, seen: '2026-01-01', reason: 'not reachable from outside' }]
    assert.match(listBreaches([advisory()], [], day(0))[0] ?? '', /is new/)
    for (const severity of severities) {
      const days = daysToMend[severity]
      assert.deepEqual(listBreaches([advisory({ severity })], noted, day(days)), [], severity)
      assert.match(listBreaches([advisory({ severity })], noted, day(days + 1))[0] ?? '', /are over/)
    }
    assert.match(listBreaches([], noted, day(0))[0] ?? '', /no longer there/)
  })

  test('wait no longer than SECURITY.md says, each with its reason', () => {
    const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
    for (const severity of severities)
      assert.match(text, new RegExp(`\\| ${severity} \\| ${daysToMend[severity]} days \\|`), severity)
    for (const { seen, reason } of waiting) assert.ok(!Number.isNaN(Date.parse(seen)) && reason !== '')
  })
})
