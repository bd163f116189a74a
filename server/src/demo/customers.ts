// The demo's customers: invented people and companies in several scripts, with telephone numbers from the blocks that
// the German regulator keeps free for films and examples, and addresses under post codes that are not given out. Pure.
import type { BusinessPartner, Person } from '@walkaround/contract/shared.ts'

type PersonPartner = Extract<BusinessPartner, { category: 'person' }>
type CompanyPartner = Extract<BusinessPartner, { category: 'legalEntity' }>

/** 200 mobile numbers in two blocks of 100. */
export function mobile(index: number): string {
  const within = String(index % 100).padStart(2, '0')
  return index < 100 ? `+49 171 39200 ${within}` : `+49 176 040690 ${within}`
}

export const landline = (index: number) => `+49 30 23125 ${String(index).padStart(3, '0')}`

function person(
  id: number,
  firstName: string,
  lastName: string,
  gender: 'female' | 'male',
  email: string,
  address: string,
): PersonPartner {
  return {
    category: 'person',
    id: `C-${id}`,
    title: gender === 'female' ? 'Ms' : 'Mr',
    firstName,
    lastName,
    gender,
    mobilePhone: mobile(id % 1000),
    email: `${email}@example.org`,
    address,
  }
}

export const customers = {
  ewa: person(1020, 'Ewa', 'Nowicka', 'female', 'ewa.nowicka', 'Lindenhof 4, 00123 Neuenbrück'),
  zoe: person(1021, 'Zoë', 'van der Meer', 'female', 'zoe.vandermeer', 'Am Kanal 17, 00123 Neuenbrück'),
  darya: person(1022, 'Дарья', 'Соколова', 'female', 'd.sokolova', 'Uferweg 9, 00124 Neuenbrück'),
  nikos: person(1023, 'Νίκος', 'Παπαδάκης', 'male', 'n.papadakis', 'Bergstraße 31, 00245 Südfelden'),
  mai: person(1024, 'Thị Mai', 'Nguyễn', 'female', 'mai.nguyen', 'Marktgasse 2, 00245 Südfelden'),
  bjorn: person(1025, 'Björn', 'Åkesson', 'male', 'bjorn.akesson', 'Tannenweg 12, 00125 Neuenbrück'),
  amara: person(1026, 'Amara', 'Okafor', 'female', 'amara.okafor', 'Gartenzeile 8, 00247 Südfelden'),
  yusuf: person(1027, 'Yusuf', 'Demir', 'male', 'yusuf.demir', 'Mühlstraße 44, 00126 Neuenbrück'),
  chiara: person(1028, 'Chiara', 'Bellini', 'female', 'chiara.bellini', 'Rosenring 3, 00123 Neuenbrück'),
  lukasz: person(1029, 'Łukasz', 'Żak', 'male', 'lukasz.zak', 'Alte Gasse 21, 00124 Neuenbrück'),
  ingrid: person(1030, 'Ingrid', 'Sørensen', 'female', 'ingrid.sorensen', 'Parkallee 6, 00246 Südfelden'),
  kofi: person(1031, 'Kofi', 'Mensah', 'male', 'kofi.mensah', 'Bahnweg 15, 00245 Südfelden'),
  priya: person(1032, 'Priya', 'Raman', 'female', 'priya.raman', 'Seestraße 27, 00247 Südfelden'),
  jose: person(1033, 'José', 'Ibáñez', 'male', 'jose.ibanez', 'Weinberg 1, 00246 Südfelden'),
  sarka: person(1034, 'Šárka', 'Dvořáková', 'female', 'sarka.dvorakova', 'Feldrain 10, 00125 Neuenbrück'),
  paul: person(1035, 'Paul', 'Brandner', 'male', 'paul.brandner', 'Schulweg 5, 00126 Neuenbrück'),
  hannah: person(1036, 'Hannah', 'Weidmann', 'female', 'hannah.weidmann', 'Nordring 88, 00123 Neuenbrück'),
} as const satisfies Record<string, PersonPartner>

export const companies = {
  courier: {
    category: 'legalEntity',
    id: 'C-2001',
    name: 'Rosenfeld Kurier GmbH',
    landline: landline(600),
    email: 'fleet@rosenfeld-kurier.example.com',
    address: 'Gewerbering 20, 00127 Neuenbrück',
    contactPersons: [
      {
        id: 'C-2001-1',
        title: 'Ms',
        firstName: 'Nadja',
        lastName: 'Rosenfeld',
        gender: 'female',
        landline: landline(601),
        mobilePhone: mobile(101),
        email: 'nadja@rosenfeld-kurier.example.com',
      },
      {
        id: 'C-2001-2',
        title: 'Mr',
        firstName: 'Ole',
        lastName: 'Brinkmann',
        gender: 'male',
        landline: landline(602),
        email: 'ole@rosenfeld-kurier.example.com',
      },
    ],
  },
  leasing: {
    category: 'legalEntity',
    id: 'C-2002',
    name: 'Mittelfeld Leasing AG',
    landline: '+49 69 90009 700',
    email: 'service@mittelfeld-leasing.example.com',
    address: 'Hochplatz 1, 00301 Mittelfeld',
    contactPersons: [
      {
        id: 'C-2002-1',
        firstName: 'Sofie',
        lastName: 'Engström',
        email: 'sofie@mittelfeld-leasing.example.com',
      },
    ],
  },
  // A dealership is its own customer for the cars it sells.
  stock: {
    category: 'legalEntity',
    id: 'C-9000',
    name: 'Walkaround Demo Cars, used cars',
    landline: landline(100),
    email: 'used-cars@example.com',
    address: 'Autostraße 1, 00123 Neuenbrück',
  },
} as const satisfies Record<string, CompanyPartner>

export const courierDriver: Person = {
  id: 'C-2001-3',
  firstName: 'Tarık',
  lastName: 'Yıldız',
  gender: 'male',
  mobilePhone: mobile(103),
}

const firstNames = {
  female: [
    'Anouk',
    'Clara',
    'Dilara',
    'Elif',
    'Freya',
    'Inês',
    'Katarzyna',
    'Maja',
    'Noor',
    'Réka',
    'Signe',
    'Vesna',
  ],
  male: [
    'Aleksi',
    'Bruno',
    'Emre',
    'Felix',
    'Goran',
    'Hugo',
    'Kenji',
    'Marek',
    'Olivier',
    'Rui',
    'Stellan',
    'Tibor',
  ],
} as const
const lastNames = [
  ...[
    'Albrecht',
    'Barros',
    'Çelik',
    'Dahl',
    'Eriksen',
    'Fontaine',
    'Gruber',
    'Horvat',
    'Ivanić',
    'Jensen',
    'Kowalik',
  ],
  ...[
    'Lehner',
    'Marković',
    'Nilsson',
    'Öztürk',
    'Petit',
    'Roth',
    'Szabó',
    'Tanaka',
    'Ullmann',
    'Virtanen',
    'Winther',
  ],
]
const streets = ['Ahornweg', 'Brunnengasse', 'Dorfstraße', 'Eichenweg', 'Kirchplatz', 'Wiesenrain']

/** One of the many who came in the last half-year; the same for the same number. */
export function regular(index: number): PersonPartner {
  const gender = index % 2 === 0 ? 'female' : 'male'
  const firstName = firstNames[gender][Math.floor(index / 2) % 12] ?? 'Maja'
  const lastName = lastNames[(index * 7 + 3) % lastNames.length] ?? 'Roth'
  const street = streets[index % streets.length]
  return {
    category: 'person',
    id: `C-${1200 + index}`,
    firstName,
    lastName,
    gender,
    mobilePhone: mobile(40 + index),
    email: `customer.${1200 + index}@example.org`,
    address: `${street} ${((index * 5) % 60) + 1}, 0012${index % 7} Neuenbrück`,
  }
}
