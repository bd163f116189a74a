// Starts its own service and plays the journey against it, as a client in another process would.
import { test } from 'node:test'
import { setDefaultCACertificates } from 'node:tls'
import { makeData, startServer } from '../../server/test/support/process.ts'
import { playJourney } from './journey.ts'

test('a generated client plays the journey of an order', async () => {
  const { env, access } = await makeData()
  const { port, ca, kill, ended } = await startServer(env)
  setDefaultCACertificates([ca])
  await playJourney(`https://localhost:${port}`, access.key, access.clientId)
  kill('SIGTERM')
  await ended
})
