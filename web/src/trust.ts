// How devices and servers come to trust the local authority of this installation (H1). Commands are the same in every language and
// are here; words are in the texts.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { fill } from '@walkaround/contract/rules/texts.ts'
import { renderCode } from './code-block.ts'
import { type Html, html } from './html.ts'
import { renderPage, webHref } from './layout.ts'
import { renderInline } from './markdown.ts'
import { type Texts, textsOf } from './texts/texts.ts'

export type TrustModel = {
  readonly baseUrl: string
  /** False if the operator provided a certificate: then there is nothing to install. */
  readonly caAvailable: boolean
  /** SHA-256 of the authority's certificate in hexadecimal, with or without colons. */
  readonly fingerprint?: string | undefined
  readonly language: Language
}

type Device = keyof Texts['trust']['devices']
const devices: readonly Device[] = ['ipad', 'android', 'windows', 'macos', 'linux']

const deviceCommands: Readonly<Record<Device, string | undefined>> = {
  ipad: undefined,
  android: undefined,
  windows: 'certutil -addstore -f Root walkaround-ca.crt',
  macos:
    'sudo security add-trusted-cert -d -r trustRoot \\\n  -k /Library/Keychains/System.keychain walkaround-ca.crt',
  linux: `# Debian, Ubuntu
sudo cp walkaround-ca.crt /usr/local/share/ca-certificates/walkaround.crt
sudo update-ca-certificates

# Fedora, RHEL
sudo cp walkaround-ca.crt /etc/pki/ca-trust/source/anchors/walkaround.crt
sudo update-ca-trust

# Chrome, Chromium
certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n Walkaround -i walkaround-ca.crt`,
}

export function renderTrust(model: TrustModel): string {
  const texts = textsOf(model.language).trust
  const base = webHref(model.baseUrl)
  return renderPage({
    language: model.language,
    title: texts.title,
    description: texts.description,
    path: '/trust',
    body: html`<main id="main" class="page reading">
<h1>${texts.title}</h1>
${model.caAvailable ? renderAuthority(texts, base, model.fingerprint) : renderForeign(texts, base)}
</main>`,
  })
}

function renderForeign(texts: Texts['trust'], base: string): Html {
  return html`<p class="lead">${texts.none.lead}</p>
<p>${renderInline(fill(texts.none.detail, { baseUrl: base }))}</p>`
}

function renderAuthority(texts: Texts['trust'], base: string, fingerprint: string | undefined): Html {
  const say = (text: string) => renderInline(fill(text, { baseUrl: base }))
  return html`<p class="lead">${say(texts.lead)}</p>
<p class="actions"><a class="button" href="./ca.crt" download="walkaround-ca.crt">${texts.download}</a></p>
<p class="hint">${say(texts.downloadHint)}</p>
${isLoopback(base) && html`<p class="note">${say(texts.localOnly)}</p>`}
${fingerprint !== undefined && renderFingerprint(texts, fingerprint)}
<nav class="jump" aria-label="${texts.contents}"><ul>${devices.map(
    (device) => html`<li><a href="#${device}">${texts.devices[device].title}</a></li>`,
  )}<li><a href="#servers">${texts.servers.title}</a></li></ul></nav>
${devices.map((device) => renderDevice(texts, device, say))}
${renderServers(texts, base)}`
}

function isLoopback(base: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i.test(base)
}

function renderFingerprint(texts: Texts['trust'], fingerprint: string): Html {
  return html`<section class="card" aria-labelledby="fingerprint">
<h2 id="fingerprint">${texts.fingerprintTitle}</h2>
<p>${renderInline(texts.fingerprintLead)}</p>
<p class="fingerprint"><code>${toPieces(fingerprint)}</code></p>
<p class="hint">${texts.constraint}</p>
</section>`
}

/** The spelling that devices show: pairs of upper-case digits with colons, in unbreakable groups of eight. */
function toPieces(fingerprint: string): readonly Html[] {
  const digits = fingerprint.replace(/[^0-9a-f]/gi, '').toUpperCase()
  const pairs = (digits.match(/.{1,2}/g) ?? []).join(':')
  return (pairs.match(/.{1,24}/g) ?? []).map((piece) => html`<span>${piece}</span>`)
}

function renderDevice(texts: Texts['trust'], device: Device, say: (text: string) => Html): Html {
  const { title, steps, note } = texts.devices[device]
  const command = deviceCommands[device]
  return html`<section class="device" aria-labelledby="${device}">
<h2 id="${device}">${title}</h2>
<ol>${steps.map((step) => html`<li>${say(step)}</li>`)}</ol>
${command !== undefined && renderCode(command)}
<p class="hint">${say(note)}</p>
</section>`
}

function renderServers(texts: Texts['trust'], base: string): Html {
  const { title, lead, java, dotnet, node, curl } = texts.servers
  const parts: readonly (readonly [string, string, string])[] = [
    ['Java', java, 'keytool -importcert -cacerts -alias walkaround -file walkaround-ca.crt'],
    ['.NET', dotnet, 'SSL_CERT_FILE=/etc/walkaround-ca.crt dotnet Dms.dll'],
    ['Node.js', node, 'NODE_EXTRA_CA_CERTS=/etc/walkaround-ca.crt node dms.js'],
    [
      'curl, Python, PHP',
      curl,
      `curl --cacert walkaround-ca.crt ${base}/healthz
REQUESTS_CA_BUNDLE=/etc/walkaround-ca.crt python dms.py
php -d curl.cainfo=/etc/walkaround-ca.crt dms.php`,
    ],
  ]
  return html`<section class="device" aria-labelledby="servers">
<h2 id="servers">${title}</h2>
<p>${lead}</p>
${parts.map(([name, words, command]) => html`<h3>${name}</h3><p>${renderInline(words)}</p>${renderCode(command)}`)}
</section>`
}
