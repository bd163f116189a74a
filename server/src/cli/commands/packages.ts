// Commands on packages and on the answers they are bound to. Files are validated like bodies of the interface.
import { PackageAssignmentInstruction } from '@walkaround/contract/dms/survey-templates.ts'
import { findVin } from '@walkaround/contract/rules/vin.ts'
import { list } from '@walkaround/contract/schema.ts'
import { Vehicle } from '@walkaround/contract/shared.ts'
import { Type } from 'typebox'
import { exportCatalogue, importCatalogue } from '../../features/assignment/catalogue-file.ts'
import { listAssignments } from '../../features/assignment/get-assignment.ts'
import { planAssignment, putAssignment } from '../../features/assignment/put-assignment.ts'
import { packageTexts, readCatalogueFile } from '../../features/assignment/read-catalogue-file.ts'
import { recordPackageExport } from '../../features/assignment/record-export.ts'
import { explainPackage } from '../../features/packages/explain-package.ts'
import { listAllPackages } from '../../features/packages/get-package.ts'
import { setPackageTexts } from '../../features/packages/import-packages.ts'
import type { PackageTranslation } from '../../features/packages/package-words.ts'
import { completeVehicle } from '../../features/vehicles/complete-vehicle.ts'
import { findVehicle } from '../../features/vehicles/remember.ts'
import { readerOf } from '../../input/reader.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { type Command, feature, flag, text } from './define.ts'

const client = text('id of the system client')
const jsonFile = (description: string) =>
  Type.Unknown({ description, 'x-from': 'json file', 'x-value': 'file' })

const readInstructions = readerOf<PackageAssignmentInstruction[]>(
  list(PackageAssignmentInstruction, 'Instructions.'),
)
const readVehicle = readerOf<Vehicle>(Vehicle)
const readTexts = readerOf<PackageTranslation[]>(packageTexts)

/** A vehicle by VIN, as an order would have it: what the client last said about it, completed from the VIN. */
async function vehicleOf(
  scope: Scope,
  { vin, vehicle }: { vin?: string; vehicle?: unknown },
): Promise<{ vehicle: Vehicle; filledFromVin: ReadonlySet<string> }> {
  if ((vin === undefined) === (vehicle === undefined)) {
    throw problem('invalidArgument', 'vehicle: give either a VIN or a file with the vehicle')
  }
  if (vin === undefined) return { vehicle: readVehicle(vehicle), filledFromVin: new Set() }
  const known = findVin(vin)
  if (known === undefined) {
    throw problem(
      'invalidVin',
      `vin: ${JSON.stringify(vin)} is not 17 characters of A–Z and 0–9 without I, O and Q`,
    )
  }
  const said = (await findVehicle(scope, `vin/${known}`)) ?? { vin: known }
  const completed = await completeVehicle(scope, said)
  return { vehicle: completed.vehicle, filledFromVin: new Set(completed.filled) }
}

export const commands: Readonly<Record<string, Command>> = {
  'package import': feature(
    {
      summary: 'create or change own packages, and bind them to answers',
      arguments: { client, document: jsonFile('file with packages and bindings as JSON') },
    },
    (scope, { document }) => importCatalogue(scope, readCatalogueFile(document)),
  ),
  'package export': feature(
    {
      summary: 'print own packages and their bindings as a file for import',
      arguments: { client, id: Type.Optional(text('only this package; also one of a master')) },
    },
    async (scope, { id }) => {
      const file = await exportCatalogue(scope, id)
      recordPackageExport(scope, id)
      return file
    },
  ),
  'package translate': feature(
    {
      summary: 'set what an own package is called in other languages',
      arguments: {
        client,
        package: text('id of the package'),
        document: jsonFile(
          'file with language, text and translation of each as JSON; an empty list removes all',
        ),
      },
    },
    (scope, args) => setPackageTexts(scope, args.package, readTexts(args.document)),
  ),
  'package list': feature(
    { summary: 'list the packages a system client sees', arguments: { client } },
    async (scope) =>
      (await listAllPackages(scope)).map(({ variants = [], ...whole }) => ({
        id: whole.id,
        masterClient: whole.masterClient,
        description: whole.description,
        packageType: whole.packageType,
        currency: whole.currency,
        variants: variants.length,
        priced: variants.filter(({ priceExVat }) => priceExVat !== undefined).length,
      })),
  ),
  'package explain': feature(
    {
      summary: 'show which variants fit a vehicle, and what excludes the others',
      arguments: { client, package: text('id of the package, such as open!svc-oil') },
      options: {
        vin: text('a vehicle the client knows by this VIN', { 'x-value': 'vin' }),
        vehicle: jsonFile('file with a vehicle as JSON, as in an order'),
        bodyPart: text('body part that carries the damage mark', { 'x-value': 'name' }),
      },
    },
    async (scope, args) => {
      const { vehicle, filledFromVin } = await vehicleOf(scope, args)
      const bodyPart = args.bodyPart === undefined ? {} : { bodyPart: args.bodyPart }
      return explainPackage(scope, args.package, vehicle, { filledFromVin, ...bodyPart })
    },
  ),
  'assignment set': feature(
    {
      summary: 'bind own packages to answers of a template, all instructions or none',
      arguments: {
        client,
        template: text('id of the template, such as open!vc'),
        document: jsonFile('file with instructions as JSON, as in the interface'),
      },
      options: { dryRun: flag('only show which answers would gain or lose a package') },
    },
    async (scope, { template, document, dryRun = false }) => {
      const fields = { get: () => readInstructions(document) }
      const changes = await planAssignment(scope, template, fields)
      if (!dryRun) await putAssignment(scope, template, fields)
      return { dryRun, changes }
    },
  ),
  'assignment list': feature(
    {
      summary: 'list which own packages are bound to which answers',
      arguments: { client },
      options: { template: text('only on this template', { 'x-value': 'id' }) },
    },
    (scope, { template }) => listAssignments(scope, template),
  ),
}
