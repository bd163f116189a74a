// Recognises a client's own spelling of a make among many spellings. Pure.

/** Spelling without case, accents and punctuation → the full name, folded the same way. */
const aliases: Readonly<Record<string, string>> = {
  vw: 'volkswagen',
  volkswagenvw: 'volkswagen',
  mercedes: 'mercedesbenz',
  mb: 'mercedesbenz',
  daimler: 'mercedesbenz',
  chevy: 'chevrolet',
  vaz: 'lada',
  ladavaz: 'lada',
  alfa: 'alfaromeo',
  rollsroycemotorcars: 'rollsroyce',
  // The same car under two names, depending on the country.
  vauxhall: 'opel',
  kgm: 'ssangyong',
  kgmobility: 'ssangyong',
}

export function canonicalMake(make: string): string {
  const folded = make
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return Object.hasOwn(aliases, folded) ? (aliases[folded] as string) : folded
}

/** In the client's own spelling (F4); unchanged if it has none. */
export function spellMake(make: string, spellings: readonly string[]): string {
  const wanted = canonicalMake(make)
  return spellings.find((spelling) => canonicalMake(spelling) === wanted) ?? make
}
