#!/usr/bin/env node
// The command `walkaround`: makes the checkout ready if it is not, then hands over to the command line proper.
// Runs on Node 20 and knows no command itself.
import { fileURLToPath } from 'node:url'
import { briefFlags, launch } from '../scripts/setup/launch.mjs'
import { ensureWeb } from '../scripts/setup/web-build.mjs'
import { setupOrExit } from '../scripts/setup.mjs'

const node = await setupOrExit({ dev: false })
const isService = process.argv[2] === 'serve'
if (isService) await ensureWeb(fileURLToPath(new URL('..', import.meta.url)), node)
const cli = fileURLToPath(new URL('../server/src/cli.ts', import.meta.url))
launch(node, [...(isService ? [] : briefFlags), cli, ...process.argv.slice(2)])
