// Shared tablets: devices with their cookies, as browsers keep them.
import assert from 'node:assert/strict'
import type { Session } from '@walkaround/contract/app/session.ts'
import type { OwnTablet, TabletCode } from '@walkaround/contract/app/tablets.ts'
import type { LightMyRequestResponse } from 'fastify'
import { type Method, request } from './api.ts'
import type { AppPerson } from './app.ts'

export const PIN = '4711'

export interface Device {
  cookies: Map<string, string>
  call(
    method: Method,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  tablet(): Promise<OwnTablet>
  unlock(person: string, pin?: string): Promise<LightMyRequestResponse>
}

export function makeDevice(): Device {
  const cookies = new Map<string, string>()
  const call: Device['call'] = async (method, url, body, headers) => {
    const response = await request({
      method,
      url,
      headers: {
        cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    cookies,
    call,
    tablet: async () => {
      const response = await call('GET', '/app/tablet')
      assert.equal(response.statusCode, 200, response.body)
      return response.json()
    },
    unlock: (person, pin = PIN) => call('POST', '/app/tablet/session', { person, pin }),
  }
}

export async function addTablet(by: AppPerson, change: object = {}): Promise<TabletCode> {
  const response = await by.post('/tablets', { name: 'Bay 3', ...change })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

export const codeOf = ({ link }: { link: string }): string => link.split('#')[1] ?? ''

export async function pair(code: TabletCode, device = makeDevice()): Promise<Device> {
  const response = await device.call('POST', '/app/tablet', { code: codeOf(code) })
  assert.equal(response.statusCode, 200, response.body)
  return device
}

export async function setPin(who: AppPerson, pin = PIN): Promise<void> {
  const response = await who.put('/own-pin', { pin })
  assert.equal(response.statusCode, 204, response.body)
}

export async function idOf(device: Device, name: string): Promise<string> {
  const found = (await device.tablet()).people.find((one) => one.name === name)
  assert.ok(found, `${name} is on the tablet`)
  return found.id
}

/** Calls of whoever unlocked the device. */
export async function unlocked(
  device: Device,
  name: string,
  pin?: string,
): Promise<{ session: Session; call: Device['call'] }> {
  const response = await device.unlock(await idOf(device, name), pin)
  assert.equal(response.statusCode, 200, response.body)
  const session = response.json<Session>()
  return {
    session,
    call: (method, url, body) => device.call(method, url, body, { 'x-walkaround-csrf': session.csrf }),
  }
}
