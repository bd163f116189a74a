// The link of a reminder in tests: found in its text, and opened as a browser does.
import assert from 'node:assert/strict'
import { BASE_URL, request } from './api.ts'

export function findPathOfLink(text: string): string {
  const [url = ''] = /https:\S+\/o\/\S+/.exec(text) ?? []
  return url.slice(BASE_URL.length)
}

export async function openLink(path: string): Promise<void> {
  assert.equal((await request({ method: 'GET', url: path })).statusCode, 200)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const opened = await request({ method: 'POST', url: `${path}/opened`, payload: '', headers })
  assert.equal(opened.statusCode, 204, opened.body)
}
