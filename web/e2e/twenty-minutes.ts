// Somebody who has only the link of the first start sets up a dealership with two sites, ten people with roles per branch, logo and colours,
// the key and the receiver of its DMS, mail, and a shared tablet with PINs, and the first car is inspected. No command is run.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mail, startRealMail, startReceiver } from './real-post.ts'
import { setUpOnPages } from './twenty-minutes-first-start.ts'
import { inspectFirstCar, joinOthers, joinTablet } from './twenty-minutes-people.ts'
import { setUpInConsole } from './twenty-minutes-set-up.ts'
import type { Check, Desk } from './visit.ts'
import { assertAccessible, inContext, landscape, still } from './visit.ts'
import { createWalk } from './walk.ts'

/** What a person needs by the keystroke-level model. The time of the machine is only told: it depends on what else it does. */
const mostMinutes = 20

export const loopback = '127.0.0.0/8'

async function walkThrough(desk: Desk): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-walk-'))
  const [mail, receiver] = [await startRealMail(folder), await startReceiver()]
  // The operator of the machine lets the service reach what stands in the dealership.
  const settings = { WALKAROUND_MESSAGE_ALLOW: loopback, WALKAROUND_CALLBACK_ALLOW: loopback }
  try {
    await desk.atEmpty(settings, async (own) => {
      const walk = createWalk()
      const began = performance.now()
      await inContext(
        own,
        'trusting',
        { ...still, viewport: { width: 1440, height: 900 } },
        async (context) => {
          const page = await context.newPage()
          await setUpOnPages(walk, page, own, mail)
          const made = await setUpInConsole(walk, page, own, { mail, receiver })
          await inContext(own, 'trusting', { ...still, ...landscape }, async (tablet) => {
            const [first, second] = made.invited.map(({ email }) => linkTo(mail.taken, email))
            assert.ok(first && second)
            await joinTablet(walk, tablet, own, made, [first, second])
            await inspectFirstCar(walk, tablet, own, made)
          })
          await joinOthers(own, made, (email) => linkTo(mail.taken, email), 2)
          await walk.tap(page.getByRole('link', { name: 'Overview' }))
          await page.getByText('Everything is set up').waitFor()
          await assertAccessible(page)
          await page.screenshot({ path: own.pictureOf('twenty-minutes-overview'), fullPage: true })
        },
      )
      assert.equal(
        receiver.taken.length > 0 && receiver.taken.every(({ key }) => key === 'key-of-the-dms'),
        true,
      )
      const machine = (performance.now() - began) / 60_000
      const { taps, signs, pages, minutes } = walk.told()
      console.log(
        `  ${taps} taps, ${signs} signs typed, ${pages} pages read: ${minutes.toFixed(1)} minutes of a person, ${machine.toFixed(1)} of the machine`,
      )
      assert.ok(minutes < mostMinutes, `${minutes} minutes`)
    })
  } finally {
    await mail.close()
    await receiver.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function linkTo(taken: readonly Mail[], address: string): string | undefined {
  const text = taken.find(({ to }) => to === address)?.text ?? ''
  return /https:\/\/\S+\/j\/[\w.~-]+/.exec(text)?.[0]
}

export async function checkTwentyMinutes(check: Check, desk: Desk): Promise<void> {
  await check('first start: a dealership is set up in twenty minutes, with a link and a browser', () =>
    walkThrough(desk),
  )
}
