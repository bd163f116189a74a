// Finds a program on the PATH: tests that need one say so if it is missing.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export function findTool(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
