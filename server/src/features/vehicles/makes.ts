// One make, many spellings: how a client's own spelling of a make is recognised. Pure.

/** Spelling without case, accents and signs → the same of the name in full. */
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
  // One car, two names: which of them is a matter of the country.
  vauxhall: 'opel',
  kgm: 'ssangyong',
  kgmobility: 'ssangyong',
}

export function foldMake(make: string): string {
  const folded = make
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return Object.hasOwn(aliases, folded) ? (aliases[folded] as string) : folded
}

/** As the client writes it elsewhere (F4); as it is when the client has no spelling of its own. */
export function spellMake(make: string, spellings: readonly string[]): string {
  const wanted = foldMake(make)
  return spellings.find((spelling) => foldMake(spelling) === wanted) ?? make
}
