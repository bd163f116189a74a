// The small files of a backup on their way into the data folder: certificates and the installation's key. The file decides about
// neither paths nor rights.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError, type FileLine, KEY_FILE } from './backup-format.ts'

export function assertInTls(path: string, line: FileLine): FileLine {
  if (line.file === KEY_FILE || /^tls\/[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(line.file)) return line
  throw new BackupError(`${path} holds a file outside the folder tls: it was not made by walkaround backup`)
}

export function keyOf(files: readonly FileLine[]): Buffer | undefined {
  const line = files.find(({ file }) => file === KEY_FILE)
  return line && Buffer.from(line.data, 'base64')
}

/** Also over another one: the rows it belonged to are gone, and those of the backup open with no other. */
export async function putKey(dataDir: string, key: string | Buffer | undefined): Promise<void> {
  if (key === undefined) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await putFile(join(dataDir, KEY_FILE), 0o600, Buffer.from(key as Buffer))
}

/** kept: the data folder has other certificates, and nobody asked to replace them. */
export type CertificatesResult = 'none' | 'restored' | 'kept'

export async function putCertificates(
  dataDir: string,
  files: FileLine[],
  replace = false,
): Promise<CertificatesResult> {
  if (files.length === 0) return 'none'
  const wanted = files.map(({ file, mode, data }) => ({
    path: join(dataDir, file),
    // Of the two that we give; whatever else the file says might run, run as somebody else or be open to others.
    mode: mode === 0o644 ? 0o644 : 0o600,
    data: Buffer.from(data, 'base64'),
  }))
  const found = await Promise.all(wanted.map(({ path }) => readFile(path).catch(() => undefined)))
  const differs = found.some((data, index) => data && !data.equals(wanted[index]?.data as Buffer))
  if (differs && !replace) return 'kept'
  await mkdir(join(dataDir, 'tls'), { recursive: true, mode: 0o700 })
  for (const { path, mode, data } of wanted) await putFile(path, mode, data)
  return 'restored'
}

async function putFile(path: string, mode: number, data: Buffer): Promise<void> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`
  const handle = await open(partial, 'wx', mode)
  try {
    await handle.writeFile(data)
    await handle.sync()
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await rename(partial, path)
}
