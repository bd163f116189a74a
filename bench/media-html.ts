// The handover act as one HTML page for a browser to print: the words, drawing, photos and signatures of the model, in the order
// and about the sizes of the printed form. Leaving out something that our form draws would make the bench unfair.
import { sumLines } from '@walkaround/contract/rules/money.ts'
import { formalNameOf } from '@walkaround/contract/rules/names.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { encode } from 'uqr'
import type { FormJob } from '../server/src/features/printed-forms/form-worker.ts'
import type { FormMark, FormSignature } from '../server/src/features/printed-forms/model.ts'
import { sheetOf } from '../server/src/features/printed-forms/sheet.ts'

export const actStyle = `
@page:first{margin-top:40pt;@top-left{content:none}@top-right{content:none}}
@page{size:A4;margin:66pt 48pt 58pt;
  @top-left{content:"Harbour Street Motors";font:600 7.6pt Form;color:#173b5c}
  @top-right{content:"Vehicle handover act";font:7.6pt Form;color:#55616e}
  @bottom-left{content:"Vehicle handover act   ·   Order 4711/26   ·   EX22 WAK";font:7.6pt Form;color:#55616e}
  @bottom-right{content:"Page " counter(page) " of " counter(pages);font:600 7.6pt Form}}
body{font:9pt/13pt Form;color:#18222d;margin:0}
h1{font:700 21pt/26pt Form;color:#173b5c;margin:0}
h2{font:700 13pt/17pt Form;color:#173b5c;margin:26pt 0 9pt;padding-top:7pt;break-after:avoid;background:linear-gradient(#173b5c,#173b5c) no-repeat 0 0/22pt 2pt}
h3{font:600 10pt/13.5pt Form;margin:8pt 0 4pt}
header{display:flex;justify-content:space-between;border-bottom:.6pt solid #d3dae1;margin-bottom:16pt}
.two{display:grid;grid-template-columns:1fr 1fr;gap:14pt}
.four{display:grid;grid-template-columns:repeat(4,1fr);gap:7pt 14pt}
.card{border-left:2pt solid #173b5c;padding-left:10pt}
.panel{background:#f4f6f8;border-radius:4pt;padding:12pt 14pt;margin-top:20pt}
.plate{border:1pt solid #18222d;border-radius:3.5pt;background:#fff;padding:2pt 10pt;font:700 14pt Form;letter-spacing:.6pt}
.lead{font:600 14pt/18.5pt Form}
small,.label{font:7.4pt/10.4pt Form;color:#55616e;display:block}
table{border-collapse:collapse;width:100%}
thead{display:table-header-group}
tr{break-inside:avoid}
th{font:600 7.4pt/10.4pt Form;color:#55616e;text-align:left;border-bottom:.9pt solid #173b5c}
td{border-bottom:.5pt solid #e7ebef;padding:4pt 0;vertical-align:top}
.sum td{font-weight:600}
td.n,th.n{text-align:right}
.photos{display:grid;grid-template-columns:repeat(3,1fr);gap:10pt;margin-top:12pt}
figure{margin:0;break-inside:avoid}
img{width:100%;border-radius:2pt;display:block}
.gauge i{display:inline-block;width:9.5pt;height:11pt;margin-right:2pt;background:#d7dde3}
.gauge i.on{background:#173b5c}
.sign{background:#f4f6f8;border-radius:3pt;height:62pt}
ol{padding-left:18pt;margin:0}
li{margin-bottom:8pt;break-inside:avoid}`

const escaped = (text = '') => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const tag = (name: string, inner: string) => `<${name}>${inner}</${name}>`
const lines = (words: readonly (string | undefined)[]) =>
  words.flatMap((word) => (word?.trim() ? [tag('div', escaped(word))] : [])).join('')
const pair = (label: string, value: string | undefined) =>
  value?.trim() ? `<div><small>${escaped(label)}</small>${escaped(value)}</div>` : ''

export function actBody(job: FormJob): string {
  const sheet = sheetOf(job.model)
  const { model, texts, formats } = sheet
  const { dealership, driver, customer, serviceAdvisor, vehicle, order } = model
  const words = texts.vehicle
  const fuelTypes: Record<string, string> = texts.fuelTypes
  const share = vehicle.energyLevel?.share ?? 0
  const head = `<header><b class="lead">${escaped(dealership.name)}</b><small style="text-align:right">${lines(
    [...(dealership.addressLines ?? []), dealership.phone, `${dealership.email}   ·   ${dealership.web}`],
  )}</small></header>
    <div style="display:flex;justify-content:space-between"><div><h1>${escaped(texts.titles['handover-act'])}</h1>
    ${escaped([fill(texts.frame.order, { id: order.externalId ?? order.id }), formats.date(model.asOf), order.type].join('   ·   '))}</div>
    <div>${qr(model.resultUrl)}<small>${escaped(texts.frame.online)}</small></div></div>`
  const parties = `<div class="two"><div class="card"><small>${escaped(texts.parties.driver)}</small><h3>${escaped(driver && formalNameOf(driver))}</h3>
    ${lines([driver?.address, driver?.phone, driver?.email, customer && fill(texts.parties.company, { company: formalNameOf(customer) })])}</div>
    <div class="card"><small>${escaped(texts.parties.dealership)}</small><h3>${escaped(dealership.name)}</h3>
    ${lines([...(dealership.addressLines ?? []), dealership.phone, dealership.email])}
    ${pair(texts.parties.serviceAdvisor, serviceAdvisor && formalNameOf(serviceAdvisor))}${lines([serviceAdvisor?.phone])}</div></div>`
  const panel = `<div class="panel"><p><span class="plate">${escaped(vehicle.numberPlateCountry)} ${escaped(vehicle.numberPlate)}</span>
    <span class="lead">${escaped(`${vehicle.make} ${vehicle.model}`)}</span></p><div class="four">
    ${pair(words.vin, vehicle.vin)}${pair(words.colour, vehicle.colour)}${pair(words.modelYear, String(vehicle.modelYear))}
    ${pair(words.engine, `${formats.capacity(vehicle.engineCapacity ?? 0)} · ${vehicle.engineType}`)}
    ${pair(words.fuelType, fuelTypes[vehicle.fuelType ?? ''])}${pair(words.gearbox, vehicle.gearboxType)}
    ${pair(words.engineNumber, vehicle.engineNumber)}${pair(words.productionYear, String(vehicle.productionYear))}
    ${pair(words.modelCode, vehicle.modelCode)}${pair(words.warrantyEnd, formats.date(vehicle.warrantyEnd ?? ''))}
    ${pair(words.serviceContract, vehicle.serviceContractNumber)}</div><hr><div class="two">
    <div><small>${escaped(words.mileage)}</small><span class="lead">${escaped(formats.quantity(vehicle.mileage?.value ?? 0, vehicle.mileage?.unit))}</span></div>
    <div class="gauge"><small>${escaped(words.energyLevel)}</small>${[0, 1, 2, 3, 4, 5, 6, 7].map((at) => `<i class="${share * 8 >= at + 0.5 ? 'on' : ''}"></i>`).join('')}
    <span class="lead">${escaped(vehicle.energyLevel?.text)}</span></div></div></div>`
  const request = `<h2>${escaped(texts.request.title)}</h2>${escaped(order.description)}
    <small>${escaped(`${texts.frame.plannedStart}: ${formats.dateTime(order.plannedStart ?? '')}`)}</small>
    <h2>${escaped(texts.belongings.title)}</h2><div class="two">${pair(texts.belongings.left, model.belongings?.left)}
    ${pair(texts.belongings.handedOver, model.belongings?.handedOver?.join(', '))}</div>`
  return [head, parties, panel, request, damageOf(job, sheet), orderOf(sheet), closing(sheet)].join('')
}

type Sheet = ReturnType<typeof sheetOf>

const markColour = '#b42318'

function damageOf({ photos }: FormJob, { model, texts }: Sheet): string {
  const { outline, marks } = model.damage ?? { marks: [] }
  if (!outline) return ''
  const words = texts.damage
  const [width, height] = outline.viewBox
  const fills: Record<string, string> = {
    glass: '#e6edf3',
    trim: '#eff1f3',
    lamp: '#f6f3e8',
    wheel: '#e2e6ea',
  }
  const drawing = `<svg viewBox="0 0 ${width} ${height}" width="330pt" stroke-linejoin="round" stroke-linecap="round">
    ${outline.panels.map(({ path, kind = 'paint' }) => `<path d="${path}" fill="${fills[kind] ?? '#fcfdfd'}" stroke="#76828d"/>`).join('')}
    ${outline.lines.map(({ path, weight = 1.2 }) => `<path d="${path}" fill="none" stroke="#46525e" stroke-width="${weight}"/>`).join('')}
    ${marks.map((mark) => `<g transform="translate(${mark.x * width} ${mark.y * height})">${markSign(mark)}<circle cx="20" cy="-20" r="15" fill="${markColour}" stroke="#fff"/><text x="20" y="-13" font-size="20" font-weight="700" text-anchor="middle" fill="#fff">${mark.number}</text></g>`).join('')}</svg>`
  const kinds = [...new Set(marks.map(({ kind }) => kind))]
  const legend = kinds.map((kind) => `<div>${smallSign(kind)} ${escaped(texts.kinds[kind])}</div>`).join('')
  const rows = marks.map(
    (mark) =>
      `<tr><td>${mark.number}</td><td>${smallSign(mark.kind)} ${escaped(texts.kinds[mark.kind])}</td><td>${escaped(mark.panel)}</td><td>${escaped(String(mark.size))}</td><td>${escaped(mark.comment)}</td></tr>`,
  )
  const pictures = marks.flatMap(({ number, kind, panel, photos: refs = [] }) =>
    refs.map((ref) => {
      const caption = escaped(
        `${fill(words.photoOfMark, { number })} · ${[texts.kinds[kind], panel].join(', ')}`,
      )
      const bytes = Buffer.from(photos.get(ref) ?? []).toString('base64')
      return `<figure><img alt="${caption}" src="data:image/jpeg;base64,${bytes}"><small>${caption}</small></figure>`
    }),
  )
  return `<h2>${escaped(words.title)}</h2><div style="display:flex;align-items:center;gap:14pt">${drawing}<div><small>${escaped(words.legend)}</small>${legend}</div></div>
    <table><thead><tr>${[words.number, words.kind, words.panel, words.size, words.comment].map((one) => tag('th', escaped(one))).join('')}</tr></thead>${rows.join('')}</table>
    <div class="photos">${pictures.join('')}</div>`
}

/** One path for each sign: ours are as simple. */
function markSign({ kind }: Pick<FormMark, 'kind'>): string {
  const paths: Record<string, string> = {
    scratch: 'M-16 12L-4 -12M-6 12L6 -12M4 12L16 -12',
    dent: 'M-13 0a13 13 0 1 0 26 0a13 13 0 1 0 -26 0',
    crack: 'M-14 -3L-6 -10L-1 6L6 -6L14 10',
    chip: 'M0 -13L13 11L-13 11Z',
  }
  return ['#fff', markColour]
    .map(
      (ink, index) =>
        `<path d="${paths[kind] ?? 'M0 -14L14 0L0 14L-14 0Z'}" fill="none" stroke="${ink}" stroke-width="${index ? 4 : 9}"/>`,
    )
    .join('')
}

const smallSign = (kind: FormMark['kind']) =>
  `<svg viewBox="-18 -18 36 36" width="9pt" height="9pt">${markSign({ kind })}</svg>`

function orderOf({ model, texts, formats }: Sheet): string {
  const { lines: all = [] } = model.order
  const words = texts.lines
  const money = (value = 0) => formats.money(value, model.currency)
  const totals = (name: string, some: typeof all) => {
    const sum = sumLines(some, model.currency)
    return `<tr class="sum"><td>${escaped(name)}</td><td></td><td></td><td class="n">${money(sum.exVat)}</td><td class="n">${money(sum.incVat)}</td></tr>`
  }
  const groups = (['labour', 'material'] as const).map((category) => {
    const own = all.filter((line) => line.category === category)
    const rows = own.map(
      (line) =>
        `<tr><td>${escaped(line.text)}</td><td>${escaped(line.code)}</td><td class="n">${formats.quantity(line.quantity ?? 0, line.unit)}</td><td class="n">${money(line.amountExVat)}</td><td class="n">${money(line.amountIncVat)}</td></tr>`,
    )
    return totals(words[category], own) + rows.join('')
  })
  return `<h2>${escaped(words.title)}</h2><table><thead><tr><th>${escaped(words.text)}</th><th>${escaped(words.code)}</th>
    ${[words.quantity, words.exVat, words.incVat].map((one) => `<th class="n">${escaped(one)}</th>`).join('')}</tr></thead>
    ${groups.join('')}${totals(words.total, all)}</table><small>${escaped(words.estimate)}</small>`
}

function closing({ model, texts, formats }: Sheet): string {
  const clauses = (model.terms ?? [])
    .map(({ title, text }) => `<li><b>${escaped(title)}</b><br>${escaped(text)}</li>`)
    .join('')
  const consents = (model.consents ?? []).map(({ text, answer }) => pair(text, answer)).join('')
  const sign = (label: string, signature: FormSignature | undefined, name: string | undefined) =>
    `<div><small>${escaped(label)}</small><div class="sign"><svg viewBox="0 0 3 1" height="56pt">${(
      signature?.strokes ?? []
    )
      .map(
        (stroke) =>
          `<polyline points="${stroke.join(' ')}" fill="none" stroke="#14315c" stroke-width=".02"/>`,
      )
      .join(
        '',
      )}</svg></div><b>${escaped(name)}</b><small>${escaped(fill(texts.signatures.signedAt, { date: formats.dateTime(signature?.signedAt ?? '') }))}</small></div>`
  const [customer, dealership] = model.signatures ?? []
  return `<h2>${escaped(texts.agreement.title)}</h2><ol>${clauses}</ol><h3>${escaped(texts.agreement.consents)}</h3><div class="two">${consents}</div>
    <h2>${escaped(texts.signatures.title)}</h2><div class="two">${sign(texts.signatures.driver, customer, customer?.name)}
    ${sign(texts.signatures.dealership, dealership, model.serviceAdvisor && formalNameOf(model.serviceAdvisor))}</div>`
}

function qr(address = ''): string {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const modules = data.flatMap((cells, y) =>
    cells.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return `<svg viewBox="0 0 ${size} ${size}" width="58pt" height="58pt"><path d="${modules.join('')}"/></svg>`
}
