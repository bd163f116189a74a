// What those who set up a client read of its sites and branches; their changes are the administration's.
import * as contract from '@walkaround/contract/app/places.ts'
import * as branches from '../organisation/branches.ts'
import * as sites from '../organisation/sites.ts'
import { type Door, serve } from './door.ts'
import { ok } from './reply.ts'

export function placeRoutes(door: Door): void {
  serve(door, contract.listSites, async (call) => ok(await call.read(sites.listShownSites)))

  serve(door, contract.getSite, async (call) =>
    ok(await call.read((scope) => sites.getShownSite(scope, call.params.site_id))),
  )

  serve(door, contract.listBranches, async (call) => ok(await call.read(branches.listShownBranches)))

  serve(door, contract.getBranch, async (call) =>
    ok(await call.read((scope) => branches.getShownBranch(scope, call.params.branch_id))),
  )
}
