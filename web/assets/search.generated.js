// The search of the guides, from web/src/docs/search.ts. Made by `npm run generate`; change the code instead.
// @ts-nocheck
var foldForSearch = (text) => text.normalize("NFC").toUpperCase().replaceAll(/[\s\-–·.|]/g, "");
var withoutMarks = (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "");
var latin = {
  Æ: "AE",
  Œ: "OE",
  Ø: "O",
  Ł: "L",
  Đ: "D",
  Ð: "D",
  Þ: "TH",
  Ħ: "H",
  "ẞ": "SS"
};
var painted = {
  ...latin,
  А: "A",
  В: "B",
  Е: "E",
  К: "K",
  М: "M",
  Н: "H",
  О: "O",
  Р: "P",
  С: "C",
  Т: "T",
  У: "Y",
  Х: "X"
};
var spelled = {
  ...latin,
  А: "A",
  Б: "B",
  В: "V",
  Г: "G",
  Ґ: "G",
  Д: "D",
  Е: "E",
  Є: "E",
  Ж: "ZH",
  З: "Z",
  И: "I",
  І: "I",
  К: "K",
  Л: "L",
  М: "M",
  Н: "N",
  О: "O",
  П: "P",
  Р: "R",
  С: "S",
  Т: "T",
  У: "U",
  Ф: "F",
  Х: "KH",
  Ц: "TS",
  Ч: "KH",
  Ш: "SH",
  Щ: "SHKH",
  Ъ: "",
  Ы: "Y",
  Ь: "",
  Э: "E",
  Ю: "YU",
  Я: "YA"
};
var sounds = [
  [/C/g, "K"],
  [/TSKH/g, "KH"],
  [/SKH/g, "SH"],
  [/X/g, "KS"],
  [/PH/g, "F"],
  [/TH/g, "T"],
  [/W/g, "V"],
  [/J/g, "Y"],
  // ü, ue and u
  [/([AOU])E/g, "$1"],
  // Lyudmila, Tatjana, Yevgeny
  [/(?<=[BDFGHKLMNPQRSTVZ])Y(?=[AEIOU])|Y(?=E)/g, ""],
  [/Y(?![AEIOU])/g, "I"],
  [/(\p{L})\1+/gu, "$1"]
];
function foldBySound(text) {
  const plain = withoutMarks(foldForSearch(text)).replaceAll(
    /[^\0-\x7F]/gu,
    (letter) => spelled[letter] ?? letter
  );
  return sounds.reduce((word, [sound, written]) => word.replaceAll(sound, written), plain);
}

var searchKinds = [
  "guide",
  "operation",
  "field",
  "error",
  "decision",
  "event",
  "setting",
  "record"
];
var wordPattern = /[\p{L}\p{N}_]+/gu;
var titleWeight = 8;
var contextWeight = 2;
var fillers = new Set(
  "a an and are as at be by can do does for from how i if in is it my of on or that the this to what when where which why with".split(" ").map(foldBySound)
);
var fits = { same: 4, begins: 2, mistyped: 1 };
var shortestBeginning = 2;
var shortestMistyped = 4;
var mostQueryWords = 8;
var snippetLength = 170;
function listTerms(word) {
  const parts = word.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1_$2").split("_").filter((part) => part !== "");
  const whole = parts.join("");
  return [...new Set([whole, ...parts].map(foldBySound))].filter((term) => term !== "");
}
var wordsOf = (text) => text.match(wordPattern) ?? [];
function createSearch(entries) {
  const terms = /* @__PURE__ */ new Map();
  const known = /* @__PURE__ */ new Map();
  const termsOf = (word) => {
    const found = known.get(word) ?? listTerms(word);
    known.set(word, found);
    return found;
  };
  const add = (text, index, weight) => {
    for (const word of wordsOf(text))
      for (const term of termsOf(word)) {
        const places = terms.get(term) ?? /* @__PURE__ */ new Map();
        places.set(index, Math.max(places.get(index) ?? 0, weight));
        terms.set(term, places);
      }
  };
  for (const [index, [, title, , context, text]] of entries.entries()) {
    add(title, index, titleWeight);
    add(context, index, contextWeight);
    add(text, index, 1);
  }
  const sorted = [...terms.keys()].toSorted();
  function matchTerms(wanted) {
    const matched = /* @__PURE__ */ new Map();
    if (terms.has(wanted)) matched.set(wanted, fits.same);
    if (wanted.length >= shortestBeginning) {
      for (let at = firstAtOrAfter(sorted, wanted); sorted[at]?.startsWith(wanted); at += 1)
        if (sorted[at] !== wanted) matched.set(sorted[at] ?? "", fits.begins);
    }
    if (matched.size === 0 && wanted.length >= shortestMistyped && !/^\d+$/.test(wanted)) {
      for (const term of sorted) if (isMistyped(wanted, term)) matched.set(term, fits.mistyped);
    }
    return matched;
  }
  return function search(query, most) {
    const asked = [...new Set(wordsOf(query).map((word) => foldBySound(word.replaceAll("_", ""))))].filter(
      (word) => word !== ""
    );
    const telling = asked.filter((word) => !fillers.has(word));
    const wanted = (telling.length > 0 ? telling : asked).slice(0, mostQueryWords);
    const marked = /* @__PURE__ */ new Set();
    const scores = /* @__PURE__ */ new Map();
    for (const word of wanted) {
      const best = /* @__PURE__ */ new Map();
      for (const [term, fit] of matchTerms(word)) {
        marked.add(term);
        const places = terms.get(term) ?? /* @__PURE__ */ new Map();
        const rarity = Math.log2(2 + entries.length / places.size);
        for (const [index, weight] of places)
          best.set(index, Math.max(best.get(index) ?? 0, fit * weight * rarity));
      }
      for (const [index, score] of best) {
        const sum = scores.get(index) ?? { words: 0, score: 0 };
        scores.set(index, { words: sum.words + 1, score: sum.score + score });
      }
    }
    const all = [...scores];
    const mostWords = Math.max(0, ...all.map(([, { words }]) => words));
    const ranked = all.filter(([, { words }]) => words === mostWords).map(([index, { score }]) => ({ index, score: score + titleBonus(entries[index]?.[1] ?? "", wanted) })).toSorted((a, b) => b.score - a.score || a.index - b.index);
    const isMarked = (word) => termsOf(word).some((term) => marked.has(term));
    const groups = /* @__PURE__ */ new Map();
    for (const { index } of ranked) {
      const entry = entries[index];
      if (entry === void 0) continue;
      const group = groups.get(entry[0]);
      if (group === void 0) groups.set(entry[0], [entry]);
      else group.push(entry);
    }
    return [...groups].map(([kind, found]) => ({
      kind,
      count: found.length,
      hits: found.slice(0, most).map((entry) => toHit(entry, isMarked))
    }));
  };
}
function titleBonus(title, wanted) {
  const words = wordsOf(title).map((word) => foldBySound(word.replaceAll("_", "")));
  if (words.length === wanted.length && words.every((word, index) => word === wanted[index])) return 1e3;
  const found = words.filter((word) => wanted.some((one) => word.startsWith(one)));
  return 100 * found.length / Math.max(1, words.length);
}
function toHit([kind, title, href, context, text], isMarked) {
  return {
    kind,
    href,
    context,
    title: toPieces(title, isMarked),
    text: toPieces(cutAround(text, isMarked), isMarked)
  };
}
function toPieces(text, isMarked) {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(wordPattern)) {
    if (!isMarked(match[0])) continue;
    if (match.index > end) pieces.push([text.slice(end, match.index), false]);
    pieces.push([match[0], true]);
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push([text.slice(end), false]);
  return pieces;
}
function cutAround(text, isMarked) {
  if (text.length <= snippetLength) return text;
  const first = [...text.matchAll(wordPattern)].find(([word]) => isMarked(word))?.index ?? 0;
  const from = Math.max(0, first - snippetLength / 3);
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const last = text.lastIndexOf(" ", start + snippetLength);
  const end = start + snippetLength >= text.length ? text.length : Math.max(last, start + snippetLength / 2);
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
}
function firstAtOrAfter(sorted, wanted) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = low + high >> 1;
    if ((sorted[middle] ?? "") < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
function isMistyped(wanted, term) {
  if (term.length < wanted.length - 1) return false;
  return [wanted.length - 1, wanted.length, wanted.length + 1].some(
    (length) => isOneApart(wanted, term.slice(0, length))
  );
}
function isOneApart(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  const [left, right] = [a.slice(start), b.slice(start)];
  if (left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)) return true;
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
}
export {
  createSearch,
  searchKinds
};
