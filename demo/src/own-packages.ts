// The six packages the demo dealership runs itself, and by template the answers they are offered on: everywhere, except one that
// only a site offers and one that only a branch offers. Parts of the front brakes cost 15 % less for a car out of warranty (E3),
// labour does not. Pure.
import { Package } from '@walkaround/contract/dms/packages.ts'
import { PackageAssignmentInstruction } from '@walkaround/contract/dms/survey-templates.ts'
import { requiredIdentifier } from '@walkaround/contract/schema.ts'
import { Type } from 'typebox'
import bindingsData from '../data/assignments.json' with { type: 'json' }
import packagesData from '../data/packages.json' with { type: 'json' }
import { entries, readData } from './data.ts'

const OwnPackage = Type.Object({
  ...Package.properties,
  id: requiredIdentifier(''),
  contains: Type.Optional(Type.Array(Type.String())),
})

export const ownPackages = readData('packages.json', Type.Array(OwnPackage), packagesData)

export const bindings = readData(
  'assignments.json',
  entries(bindingsData, Type.Array(PackageAssignmentInstruction)),
  bindingsData,
)
