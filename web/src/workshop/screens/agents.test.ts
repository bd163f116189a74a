import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeAgent } from './agents.ts'

test('a browser is told by its name and the system it runs on', () => {
  const agents: [string | undefined, string | undefined][] = [
    [
      'Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36',
      'Chrome, Android',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari, iPad',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36 Edg/129.0.0.0',
      'Edge, Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox, Linux'],
    ['curl/8.5.0', undefined],
    ['', undefined],
    [undefined, undefined],
  ]
  for (const [agent, words] of agents) assert.equal(describeAgent(agent), words, agent)
})
