// People, companies and the vehicle as forms print them; of two contacts the corrected one is used. Pure.
import { phoneOf } from '@walkaround/contract/rules/contact-corrections.ts'
import type { BusinessPartner, Person, Vehicle } from '@walkaround/contract/shared.ts'
import { recordedMileage } from '../vehicles/mileage.ts'
import type { FormCompany, FormPartner, FormPerson, FormVehicle } from './model.ts'

interface Contacts {
  landline?: string
  mobilePhone?: string
  modifiedMobilePhone?: string
  email?: string
  modifiedEmail?: string
  address?: string
}

const given = <T extends Record<string, unknown>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

const contactsOf = (person: Contacts) =>
  given({
    phone: phoneOf(person),
    email: person.modifiedEmail ?? person.email,
    address: person.address,
  })

export function toFormPerson(person: Person | undefined): FormPerson | undefined {
  if (!person) return undefined
  const { title, firstName, middleName, lastName } = person
  return { ...given({ title, firstName, middleName, lastName }), ...contactsOf(person) }
}

export function toFormPartner(partner: BusinessPartner | undefined): FormPartner | undefined {
  if (!partner) return undefined
  if (partner.category === 'person') return { category: 'person', ...toFormPerson(partner) }
  const company: FormCompany = {
    name: partner.name ?? '',
    ...contactsOf(partner),
    ...(partner.contactPersons?.length
      ? { contactPersons: partner.contactPersons.flatMap((person) => toFormPerson(person) ?? []) }
      : {}),
  }
  return { category: 'legalEntity', ...company }
}

export function toFormVehicle(vehicle: Vehicle = {}): FormVehicle {
  return given({
    vin: vehicle.vin,
    numberPlate: vehicle.numberPlate,
    numberPlateCountry: vehicle.numberPlateCountry,
    make: vehicle.make,
    model: vehicle.model,
    modelCode: vehicle.modelCode,
    modelYear: vehicle.modelYear,
    productionYear: vehicle.productionYear,
    colour: vehicle.colour,
    fuelType: vehicle.fuelType,
    engineCapacity: vehicle.engineCapacity,
    engineType: vehicle.engineType,
    engineNumber: vehicle.engineNumber,
    gearboxType: vehicle.gearboxType,
    warrantyEnd: vehicle.warrantyEndDate,
    serviceContractNumber: vehicle.serviceContractNumber,
    mileage: recordedMileage(vehicle),
  })
}
