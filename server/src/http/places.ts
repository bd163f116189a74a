// Routes of the sites and branches of a client, for those who set it up.
import * as contract from '@walkaround/contract/app/places.ts'
import * as branches from '../organisation/branches.ts'
import * as sites from '../organisation/sites.ts'
import { type Door, serve } from './door.ts'
import { ok } from './reply.ts'

const asText = (found: object | undefined) => found && JSON.stringify(found)

/** `forget`: what is remembered of callers and their clients is read again. */
export function placeRoutes(door: Door, { forget }: { forget: () => void }): void {
  serve(door, contract.listSites, async (call) => ok(await call.read(sites.listShownSites)))

  serve(door, contract.getSite, async (call) =>
    ok(await call.read((scope) => sites.getShownSite(scope, call.params.site_id))),
  )

  serve(door, contract.putSite, async (call) => {
    const { site_id: id } = call.params
    const site = await call.change(
      async (scope) => asText(await sites.findShownSite(scope, id)),
      (scope, precondition) => sites.putSite(scope, id, call.fields.get(), precondition),
      JSON.stringify,
    )
    forget()
    return ok(site)
  })

  serve(door, contract.listBranches, async (call) => ok(await call.read(branches.listShownBranches)))

  serve(door, contract.getBranch, async (call) =>
    ok(await call.read((scope) => branches.getShownBranch(scope, call.params.branch_id))),
  )

  serve(door, contract.putBranch, async (call) => {
    const { branch_id: id } = call.params
    const branch = await call.change(
      async (scope) => asText(await branches.findShownBranch(scope, id)),
      (scope, precondition) => branches.putBranch(scope, id, call.fields.get(), precondition),
      JSON.stringify,
    )
    forget()
    return ok(branch)
  })
}
