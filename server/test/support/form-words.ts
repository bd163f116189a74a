// The words of the form models in three languages; data alone.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type {
  FormCompany,
  FormDealership,
  FormPerson,
  FormVehicle,
} from '../../src/features/printed-forms/model.ts'

type Company = { category: 'legalEntity' } & FormCompany
type Names<Key extends string> = Record<Key, string>

export type FormWords = {
  currency: string
  vat: number
  priceFactor: number
  timeZone: string
  orderType: string
  request: string
  dueReason: string
  signed: string
  dealership: FormDealership
  customer: Company
  driver: FormPerson
  advisor: FormPerson
  surveyor: FormPerson
  vehicle: FormVehicle
  belongings: { left: string; handedOver: string[] }
  consents: { text: string; answer: string }[]
  sections: Names<'arrival' | 'outside' | 'brakes' | 'tyres'>
  q: Names<
    | 'lamps'
    | 'contact'
    | 'recall'
    | 'glass'
    | 'wipers'
    | 'lampsOutside'
    | 'rims'
    | 'pads'
    | 'fluid'
    | 'handbrake'
    | 'tyreFl'
    | 'tyreFr'
    | 'tyreRl'
    | 'tyreRr'
    | 'spare'
  >
  a: Names<'lampsOff' | 'sms' | 'noRecall' | 'chip' | 'wipers' | 'fine' | 'pads' | 'fluid' | 'tyre'>
  c: Names<'chip' | 'pads' | 'scratch' | 'dent' | 'rust' | 'roof'>
  quote: Names<'pads' | 'tyres' | 'glass' | 'fluid'>
  line: Names<
    'padsWork' | 'padsPart' | 'discPart' | 'tyrePart' | 'service' | 'diagnosis' | 'oil' | 'filter' | 'cabin'
  >
}

const vehicle: FormVehicle = {
  vin: 'ZZZ1A2B30T0004711',
  numberPlate: 'B WA 4711',
  numberPlateCountry: 'D',
  make: 'Northwind',
  model: 'Fjord 2.0 Touring',
  modelCode: 'NF-T20',
  modelYear: 2022,
  productionYear: 2021,
  fuelType: 'diesel',
  engineCapacity: 2,
  engineType: 'N47D20C',
  engineNumber: '47D20C 0184411',
  warrantyEnd: '2027-06-30',
  serviceContractNumber: 'SC-88120-B',
  mileage: { value: 84213, unit: 'km' },
}

const en: FormWords = {
  currency: 'GBP',
  vat: 20,
  priceFactor: 1,
  timeZone: 'Europe/London',
  orderType: 'Service',
  request:
    'Annual service. Squeaking noise from the front when braking, mostly in the morning and in town traffic. Please check the tyres and say whether they last until the autumn.',
  dueReason: 'last done 26 months ago, due every 24',
  signed: 'Eleanor Whitfield',
  dealership: {
    name: 'Harbour Street Motors',
    addressLines: ['18 Harbour Street', 'Exampleton EX4 7MP'],
    phone: '+44 1632 960 118',
    email: 'service@harbour-street.example',
    web: 'harbour-street.example',
  },
  customer: {
    category: 'legalEntity',
    name: 'Whitfield & Daughters Ltd',
    address: '7 Orchard Lane, Exampleton EX2 9QT',
    phone: '+44 1632 960 220',
    email: 'fleet@whitfield.example',
  },
  driver: {
    title: 'Ms',
    firstName: 'Eleanor',
    lastName: 'Whitfield',
    phone: '+44 7700 900 461',
    email: 'eleanor@whitfield.example',
    address: '7 Orchard Lane, Exampleton EX2 9QT',
  },
  advisor: { firstName: 'Marcus', lastName: 'Oyelaran', phone: '+44 1632 960 131' },
  surveyor: { firstName: 'Tomasz', lastName: 'Górski' },
  vehicle: {
    ...vehicle,
    numberPlateCountry: 'GB',
    numberPlate: 'EX22 WAK',
    colour: 'Midnight blue',
    gearboxType: 'Automatic, 8-speed',
    energyLevel: { text: '3/4', share: 0.75 },
  },
  belongings: {
    left: 'Child seat on the rear seat, umbrella, garage remote',
    handedOver: ['Main key', 'Service book', 'Locking wheel nut'],
  },
  consents: [
    { text: 'Extra work agreed in advance', answer: 'Nothing without asking' },
    { text: 'Return the replaced parts', answer: 'No' },
    { text: 'Best way to reach the customer today', answer: 'SMS' },
    { text: 'Also agreed', answer: 'Car wash' },
  ],
  sections: { arrival: 'Arrival', outside: 'Walk-around outside', brakes: 'Brakes', tyres: 'Tyres' },
  q: {
    lamps: 'Warning lamps with the ignition on',
    contact: 'Best way to reach the customer today',
    recall: 'Open recall or service campaign',
    glass: 'Windscreen and other glass',
    wipers: 'Wiper blades',
    lampsOutside: 'Outside lamps and lenses',
    rims: 'Rims',
    pads: 'Front brake pads, thinner side',
    fluid: 'Brake fluid, water content',
    handbrake: 'Parking brake',
    tyreFl: 'Tread depth, front left',
    tyreFr: 'Tread depth, front right',
    tyreRl: 'Tread depth, rear left',
    tyreRr: 'Tread depth, rear right',
    spare: 'Spare wheel or repair kit',
  },
  a: {
    lampsOff: 'No lamp on',
    sms: 'SMS',
    noRecall: 'None open',
    chip: 'Chip outside the driver’s view',
    wipers: 'Wipe clean',
    fine: 'In order',
    pads: 'Worn below the limit: replace now',
    fluid: 'Change within the next months',
    tyre: 'Below the legal minimum: replace before driving on',
  },
  c: {
    chip: 'Can still be filled; spreads with the first frost.',
    pads: 'The inner pad is down to 2.1 mm and the discs show a step at the edge. Discs and pads should be replaced together.',
    scratch: 'Through the clear coat',
    dent: 'Car park, paint intact',
    rust: 'Stone chip, treated in 2025',
    roof: 'Resin from a tree',
  },
  quote: {
    pads: 'Front brake pads and discs',
    tyres: 'Two front tyres, fitted and balanced',
    glass: 'Stone chip repair',
    fluid: 'Change the brake fluid',
  },
  line: {
    padsWork: 'Replace pads and discs, front',
    padsPart: 'Set of brake pads, front',
    discPart: 'Brake disc, ventilated',
    tyrePart: 'Tyre 225/45 R18 95Y',
    service: 'Annual service to the maker’s schedule',
    diagnosis: 'Diagnose noise at the front axle',
    oil: 'Engine oil 0W-30',
    filter: 'Oil filter element',
    cabin: 'Cabin filter, activated carbon',
  },
}

const de: FormWords = {
  ...en,
  currency: 'EUR',
  vat: 19,
  timeZone: 'Europe/Berlin',
  orderType: 'Kundendienst',
  request:
    'Jahresinspektion. Vorn quietscht es beim Bremsen, vor allem morgens und im Stadtverkehr. Bitte die Reifen prüfen und sagen, ob sie noch bis zum Herbst halten.',
  dueReason: 'zuletzt vor 26 Monaten, fällig alle 24',
  signed: 'Jürgen Weißmüller',
  dealership: {
    name: 'Autohaus Süßkind & Söhne GmbH',
    addressLines: ['Großbeerenstraße 118', '10963 Musterstadt'],
    phone: '+49 30 23125 118',
    email: 'service@suesskind.example',
    web: 'suesskind.example',
  },
  customer: {
    category: 'legalEntity',
    name: 'Weißmüller Gebäudetechnik GmbH & Co. KG',
    address: 'Am Güterbahnhof 7, 12345 Musterstadt',
    phone: '+49 30 23125 220',
    email: 'fuhrpark@weissmueller.example',
  },
  driver: {
    title: 'Herr',
    firstName: 'Jürgen',
    lastName: 'Weißmüller',
    phone: '+49 171 3920 461',
    email: 'juergen@weissmueller.example',
    address: 'Am Güterbahnhof 7, 12345 Musterstadt',
  },
  advisor: { firstName: 'Käthe', lastName: 'Brünjes', phone: '+49 30 23125 131' },
  surveyor: { firstName: 'Mesut', lastName: 'Yıldız' },
  vehicle: {
    ...vehicle,
    colour: 'Mitternachtsblau',
    gearboxType: 'Automatik, 8 Gänge',
    energyLevel: { text: '3/4', share: 0.75 },
  },
  belongings: {
    left: 'Kindersitz auf der Rückbank, Regenschirm, Garagenöffner',
    handedOver: ['Hauptschlüssel', 'Serviceheft', 'Felgenschloss'],
  },
  consents: [
    { text: 'Vorab vereinbarte Zusatzarbeiten', answer: 'Nichts ohne Rückfrage' },
    { text: 'Ersetzte Teile zurückgeben', answer: 'Nein' },
    { text: 'So erreichen wir Sie heute am besten', answer: 'SMS' },
    { text: 'Außerdem vereinbart', answer: 'Wagenwäsche' },
  ],
  sections: { arrival: 'Annahme', outside: 'Rundgang außen', brakes: 'Bremsen', tyres: 'Reifen' },
  q: {
    lamps: 'Kontrollleuchten bei eingeschalteter Zündung',
    contact: 'So erreichen wir Sie heute am besten',
    recall: 'Offener Rückruf oder Serviceaktion',
    glass: 'Frontscheibe und übrige Scheiben',
    wipers: 'Wischerblätter',
    lampsOutside: 'Außenbeleuchtung',
    rims: 'Felgen',
    pads: 'Bremsbeläge vorn, dünnere Seite',
    fluid: 'Bremsflüssigkeit, Wassergehalt',
    handbrake: 'Feststellbremse',
    tyreFl: 'Profiltiefe vorn links',
    tyreFr: 'Profiltiefe vorn rechts',
    tyreRl: 'Profiltiefe hinten links',
    tyreRr: 'Profiltiefe hinten rechts',
    spare: 'Reserverad oder Pannenset',
  },
  a: {
    lampsOff: 'Keine Leuchte an',
    sms: 'SMS',
    noRecall: 'Keiner offen',
    chip: 'Steinschlag außerhalb des Sichtfelds',
    wipers: 'Wischen sauber',
    fine: 'In Ordnung',
    pads: 'Unter der Verschleißgrenze: jetzt ersetzen',
    fluid: 'In den nächsten Monaten wechseln',
    tyre: 'Unter dem gesetzlichen Mindestmaß: vor der Weiterfahrt ersetzen',
  },
  c: {
    chip: 'Lässt sich noch füllen; reißt beim ersten Frost weiter.',
    pads: 'Der innere Belag hat noch 2,1 mm, die Scheiben haben einen Grat. Scheiben und Beläge gemeinsam ersetzen.',
    scratch: 'Durch den Klarlack',
    dent: 'Parkplatz, Lack unbeschädigt',
    rust: 'Steinschlag, 2025 behandelt',
    roof: 'Baumharz',
  },
  quote: {
    pads: 'Bremsbeläge und -scheiben vorn',
    tyres: 'Zwei Vorderreifen, montiert und gewuchtet',
    glass: 'Steinschlagreparatur',
    fluid: 'Bremsflüssigkeit wechseln',
  },
  line: {
    padsWork: 'Beläge und Scheiben vorn ersetzen',
    padsPart: 'Satz Bremsbeläge vorn',
    discPart: 'Bremsscheibe, belüftet',
    tyrePart: 'Reifen 225/45 R18 95Y',
    service: 'Jahresinspektion nach Herstellervorgabe',
    diagnosis: 'Geräusch an der Vorderachse prüfen',
    oil: 'Motoröl 0W-30',
    filter: 'Ölfiltereinsatz',
    cabin: 'Innenraumfilter, Aktivkohle',
  },
}

const ru: FormWords = {
  ...en,
  currency: 'RUB',
  vat: 20,
  priceFactor: 100,
  timeZone: 'Europe/Moscow',
  orderType: 'Техобслуживание',
  request:
    'Ежегодное ТО. Спереди слышен скрип при торможении, чаще утром и в городе. Просьба проверить шины и сказать, дотянут ли они до осени.',
  dueReason: 'последний раз 26 месяцев назад, срок 24 месяца',
  signed: 'Екатерина Щербакова',
  dealership: {
    name: 'Автоцентр «Северная гавань»',
    addressLines: ['ул. Портовая, д. 18', '190000, г. Примерск'],
    phone: '+7 495 000 01 18',
    email: 'service@gavan.example',
    web: 'gavan.example',
  },
  customer: {
    category: 'legalEntity',
    name: 'ООО «Щербакова и партнёры»',
    address: '190000, г. Примерск, Садовый переулок, д. 7',
    phone: '+7 495 000 02 20',
    email: 'park@shcherbakova.example',
  },
  driver: {
    firstName: 'Екатерина',
    middleName: 'Юрьевна',
    lastName: 'Щербакова',
    phone: '+7 900 000 04 61',
    email: 'ekaterina@shcherbakova.example',
    address: '190000, г. Примерск, Садовый переулок, д. 7',
  },
  advisor: { firstName: 'Артём', lastName: 'Ёлкин', phone: '+7 495 000 01 31' },
  surveyor: { firstName: 'Сергей', lastName: 'Жданов' },
  vehicle: {
    ...vehicle,
    numberPlate: 'А471ВТ 178',
    numberPlateCountry: 'RUS',
    colour: 'Тёмно-синий',
    gearboxType: 'Автомат, 8 ступеней',
    energyLevel: { text: '3/4', share: 0.75 },
  },
  belongings: {
    left: 'Детское кресло на заднем сиденье, зонт, пульт от гаража',
    handedOver: ['Основной ключ', 'Сервисная книжка', 'Секретка колёс'],
  },
  consents: [
    { text: 'Дополнительные работы без согласования', answer: 'Ничего без звонка' },
    { text: 'Вернуть заменённые детали', answer: 'Нет' },
    { text: 'Как с вами связаться сегодня', answer: 'SMS' },
    { text: 'Также согласовано', answer: 'Мойка' },
  ],
  sections: { arrival: 'Приёмка', outside: 'Осмотр снаружи', brakes: 'Тормоза', tyres: 'Шины' },
  q: {
    lamps: 'Контрольные лампы при включённом зажигании',
    contact: 'Как с вами связаться сегодня',
    recall: 'Отзывные и сервисные кампании',
    glass: 'Лобовое и другие стёкла',
    wipers: 'Щётки стеклоочистителя',
    lampsOutside: 'Наружное освещение',
    rims: 'Диски',
    pads: 'Передние тормозные колодки, тонкая сторона',
    fluid: 'Тормозная жидкость, содержание воды',
    handbrake: 'Стояночный тормоз',
    tyreFl: 'Глубина протектора, переднее левое',
    tyreFr: 'Глубина протектора, переднее правое',
    tyreRl: 'Глубина протектора, заднее левое',
    tyreRr: 'Глубина протектора, заднее правое',
    spare: 'Запасное колесо или ремкомплект',
  },
  a: {
    lampsOff: 'Ни одна не горит',
    sms: 'SMS',
    noRecall: 'Нет открытых',
    chip: 'Скол вне поля зрения водителя',
    wipers: 'Чистят хорошо',
    fine: 'В порядке',
    pads: 'Износ ниже предела: заменить сейчас',
    fluid: 'Заменить в ближайшие месяцы',
    tyre: 'Ниже допустимого по закону: заменить до выезда',
  },
  c: {
    chip: 'Ещё можно заполнить; с первым морозом пойдёт трещина.',
    pads: 'На внутренней колодке осталось 2,1 мм, на дисках заметен бортик. Диски и колодки лучше менять вместе.',
    scratch: 'До грунта',
    dent: 'Парковка, краска цела',
    rust: 'Скол, обработан в 2025 году',
    roof: 'Смола с дерева',
  },
  quote: {
    pads: 'Передние колодки и диски',
    tyres: 'Две передние шины с монтажом',
    glass: 'Ремонт скола стекла',
    fluid: 'Замена тормозной жидкости',
  },
  line: {
    padsWork: 'Замена передних колодок и дисков',
    padsPart: 'Комплект передних колодок',
    discPart: 'Диск тормозной вентилируемый',
    tyrePart: 'Шина 225/45 R18 95Y',
    service: 'Ежегодное ТО по регламенту',
    diagnosis: 'Диагностика шума передней оси',
    oil: 'Масло моторное 0W-30',
    filter: 'Фильтр масляный',
    cabin: 'Фильтр салона угольный',
  },
}

const own: Partial<Record<Language, FormWords>> = { en, de, ru }

/** In the language itself, or else in English. */
export const wordsOf = (language: Language): FormWords => own[language] ?? en
