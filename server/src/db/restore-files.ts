// Restores the small files of a backup into the data folder: certificates and the installation's key. The backup decides neither
// their paths nor their permissions.
import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { KEY_FILE } from '../lib/data-folder.ts'
import { writeDurably } from '../lib/durable-file.ts'
import { BackupError, type FileLine } from './backup-format.ts'

export function assertInTls(path: string, line: FileLine): FileLine {
  if (line.file === KEY_FILE || /^tls\/[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(line.file)) return line
  throw new BackupError(`${path} holds a file outside the folder tls: it was not made by walkaround backup`)
}

export function keyOf(files: readonly FileLine[]): Buffer | undefined {
  const line = files.find(({ file }) => file === KEY_FILE)
  return line && Buffer.from(line.data, 'base64')
}

/** Replaces an existing key: the rows it belonged to are gone, and those of the backup need this one. */
export async function putKey(dataDir: string, key: string | Buffer | undefined): Promise<void> {
  if (key === undefined) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeDurably(join(dataDir, KEY_FILE), key, 0o600)
}

/** kept: the data folder has other certificates, and replacing them was not requested. */
export type CertificatesResult = 'none' | 'restored' | 'kept'

/** What the pages of the first start were given. */
const OWN_FILE = 'tls/own.pem'

export async function putCertificates(
  dataDir: string,
  all: FileLine[],
  { replace = false, keepsOwnCertificate = false }: { replace?: boolean; keepsOwnCertificate?: boolean },
): Promise<CertificatesResult> {
  const keepsOwn = keepsOwnCertificate && (await exists(join(dataDir, OWN_FILE)))
  const files = keepsOwn ? all.filter(({ file }) => file !== OWN_FILE) : all
  if (files.length === 0) return 'none'
  const wanted = files.map(({ file, mode, data }) => ({
    path: join(dataDir, file),
    // Only the two modes that we use; any other mode in the file could make it executable, setuid or readable for others.
    mode: mode === 0o644 ? 0o644 : 0o600,
    data: Buffer.from(data, 'base64'),
  }))
  const found = await Promise.all(wanted.map(({ path }) => readFile(path).catch(() => undefined)))
  const differs = found.some((data, index) => data && !data.equals(wanted[index]?.data as Buffer))
  if (differs && !replace) return 'kept'
  await mkdir(join(dataDir, 'tls'), { recursive: true, mode: 0o700 })
  for (const { path, mode, data } of wanted) await writeDurably(path, data, mode)
  return 'restored'
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
