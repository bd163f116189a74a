// Checks everything that can be checked without running the service: types, lint, format, generated files.
// npm run check; runs every step even after a failure and changes nothing.
import { runSteps, type Step } from './steps.ts'

const onTerminal = process.stdout.isTTY
const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', String(onTerminal ?? false), '-p']
const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', `--colors=${onTerminal ? 'force' : 'off'}`]

const steps: readonly Step[] = [
  {
    name: 'types',
    args: [...tsc, 'tsconfig.json'],
    needs: 'tsconfig.json',
    remedy: 'fix the types named above',
  },
  {
    name: 'types of browser code',
    args: [...tsc, 'web/tsconfig.json'],
    needs: 'web/tsconfig.json',
    remedy: 'fix the types named above',
  },
  {
    name: 'lint and format',
    args: [...biome, '--error-on-warnings', '--max-diagnostics=50', '.'],
    needs: 'biome.json',
    remedy: 'npm run format, then fix what is left',
  },
  {
    name: 'generated files are fresh',
    args: ['scripts/generate.ts', '--check'],
    needs: 'scripts/generate.ts',
    remedy: 'npm run generate, and commit what it changed',
  },
  {
    name: 'no breaking change of the interface',
    args: ['scripts/check-interface.ts'],
    needs: 'scripts/check-interface.ts',
    remedy: 'keep what stable operations promise: docs/stability.md',
  },
]

await runSteps(steps)
