// The routes of sandboxes in the DMS interface; our addition.
import * as contract from '@walkaround/contract/dms/sandbox.ts'
import * as advisor from '@walkaround/contract/dms/simulate-advisor.ts'
import * as owner from '@walkaround/contract/dms/simulate-owner.ts'
import * as workshop from '@walkaround/contract/dms/simulate-workshop.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok } from '../../http/reply.ts'
import { problem } from '../../problems.ts'
import { assertSandbox } from './assert-sandbox.ts'
import { moveClock, readClock } from './clock.ts'
import { resetSandbox } from './reset.ts'
import { simulateArrival } from './simulate-arrival.ts'
import { simulateOffer } from './simulate-offer.ts'
import { type Post, simulateDecide, simulateFeedback, simulateSend } from './simulate-owner.ts'
import { type Media, simulateAnswers, simulateComplete, simulatePhoto } from './simulate-workshop.ts'

interface SandboxPlace {
  media: Media
  /** What requests remember of clients is read again: the next one has the new time. */
  forgetClients: () => void
  /** Without it nothing is sent and nobody decides. */
  post: { box: Post['box']; nudge(): void } | undefined
}

export function sandboxRoutes(door: Door, { media, post, forgetClients }: SandboxPlace): void {
  serve(door, contract.getSandboxClock, async (call) =>
    ok(await call.read(async (scope) => readClock(scope))),
  )

  serve(door, contract.putSandboxClock, async (call) => {
    await call.read(async (scope) => assertSandbox(scope))
    const clock = await call.write((scope) => moveClock(scope, call.fields.get()))
    forgetClients()
    post?.nudge()
    return ok(clock)
  })

  serve(door, contract.resetSandbox, async (call) => {
    const removed = await call.write(resetSandbox)
    forgetClients()
    return ok(removed)
  })

  serve(door, advisor.simulateArrival, async (call) => {
    await call.read(async (scope) => assertSandbox(scope))
    return ok(await call.write((scope) => simulateArrival(scope, call.fields.get(), call.person())))
  })

  serve(door, workshop.simulateAnswers, async (call) => {
    await call.read(async (scope) => assertSandbox(scope))
    return ok(
      await call.write((scope) =>
        simulateAnswers(scope, call.params.survey_id, call.fields.get(), call.person()),
      ),
    )
  })

  serve(door, workshop.simulatePhoto, async (call) => {
    await call.read(async (scope) => assertSandbox(scope))
    return ok(await simulatePhoto(call, media, call.params.survey_id, call.fields.get()))
  })

  serve(door, workshop.simulateComplete, async (call) => {
    await call.read(async (scope) => assertSandbox(scope))
    const done = await simulateComplete(call, media, call.params.survey_id, call.fields.get(), call.person())
    post?.nudge()
    return ok(done)
  })

  serve(door, advisor.simulateOffer, async (call) => {
    await call.read(async (scope) => assertSandbox(scope))
    return ok(await call.write((scope) => simulateOffer(scope, call.params.survey_id, call.fields.get())))
  })

  /** The box reads its key before the transaction, not inside it. */
  const getPost = async (): Promise<Post> => {
    if (!post) throw problem('unavailable', 'messages are not set up')
    await post.box.seal('', 'nothing')
    return { baseUrl: door.baseUrl(), box: post.box }
  }

  serve(door, advisor.simulateSend, async (call) => {
    await call.read(async (scope) => assertSandbox(scope))
    const wanted = call.fields.get()
    const office = await getPost()
    const sent = await call.write((scope) => simulateSend(scope, call.params.survey_id, wanted, office))
    post?.nudge()
    return ok(sent)
  })

  serve(door, owner.simulateDecide, async (call) => {
    await call.read(async (scope) => assertSandbox(scope))
    const wanted = call.fields.get()
    const office = await getPost()
    const decided = await simulateDecide(call, call.params.survey_id, wanted, office)
    post?.nudge()
    return ok(decided)
  })

  serve(door, owner.simulateFeedback, async (call) => {
    await call.read(async (scope) => assertSandbox(scope))
    const wanted = call.fields.get()
    const office = await getPost()
    const given = await call.write((scope) => simulateFeedback(scope, call.params.survey_id, wanted, office))
    post?.nudge()
    return ok(given)
  })
}
