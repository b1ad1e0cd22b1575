/**
 * What the page does: it reads attributes, sets classes and writes text, and makes no markup out of anything. Kept as text
 * because the page stands alone; `side-by-side.test.ts` runs it in a browser.
 */
export const SIDE_BY_SIDE_SCRIPT = `
'use strict';
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const told = document.getElementById('told');
  const sentences = all('[data-clause]');
  const steps = all('[data-step]');
  const rows = new Map(all('tr[data-row]').map((row) => [row.dataset.row, row]));
  const citesOf = (step) => step.dataset.cites.split(' ').filter((id) => id !== '');
  const byClause = new Map();
  for (const step of steps) {
    step.setAttribute('tabindex', '-1');
    step.setAttribute('role', 'button');
    step.setAttribute('aria-pressed', 'false');
    for (const id of citesOf(step)) byClause.set(id, [...(byClause.get(id) ?? []), step]);
  }
  const bySentence = new Map(sentences.map((sentence) => [sentence.dataset.clause, sentence]));
  const graph = document.querySelector('.graph');
  let held = null;

  const clear = () => {
    for (const lit of all('.lit, .held')) lit.classList.remove('lit', 'held');
    for (const pressed of all('[aria-pressed="true"]')) pressed.setAttribute('aria-pressed', 'false');
    for (const count of all('nav a b')) count.textContent = '';
    graph.classList.remove('some');
  };
  const lightSentence = (id) => {
    bySentence.get(id)?.classList.add('lit');
    rows.get(id)?.classList.add('lit');
  };
  const titleOf = (step) => step.dataset.step.replace(/^.*\\//, '').replaceAll('_', ' ');
  const partOf = (step) => step.closest('[data-part]')?.dataset.part ?? '';
  const partName = (part) => part.replaceAll(/[_-]/g, ' ');

  const show = (chosen) => {
    clear();
    if (chosen === null) { told.textContent = 'Nothing chosen.'; return; }
    const clause = chosen.dataset.clause;
    const lit = clause === undefined ? [chosen] : byClause.get(clause) ?? [];
    const cited = clause === undefined ? citesOf(chosen) : [clause];
    for (const id of cited) lightSentence(id);
    for (const step of lit) step.classList.add('lit');
    graph.classList.toggle('some', lit.length > 0);
    const counts = new Map();
    for (const step of lit) counts.set(partOf(step), (counts.get(partOf(step)) ?? 0) + 1);
    for (const link of all('nav a[data-part]')) {
      const count = counts.get(link.dataset.part);
      link.querySelector('b').textContent = count === undefined ? '' : String(count);
    }
    if (clause === undefined) {
      const words = cited.map((id) => id + ': ' + (bySentence.get(id)?.textContent ?? '')).join('  ');
      told.textContent = 'Step ' + titleOf(chosen) + ' rests on ' + (words === '' ? 'no sentence.' : words);
    } else if (lit.length > 0) {
      const names = [...counts].map(([part, count]) => partName(part) + (count > 1 ? ' (' + count + ')' : '')).join(', ');
      told.textContent = 'Sentence ' + clause + ': ' + lit.length + (lit.length === 1 ? ' step' : ' steps') + ' in ' + names
        + ': ' + [...new Set(lit.map(titleOf))].join(', ') + '.';
    } else told.textContent = 'Sentence ' + clause + ' has no step' + (chosen.title === '' ? '.' : ': ' + chosen.title.replace(/^no step: /, '') + '.');
  };

  const near = (element) => element.scrollIntoView({ block: 'center', inline: 'center' });
  const bring = (chosen) => {
    const clause = chosen.dataset.clause;
    if (clause === undefined) { const first = bySentence.get(citesOf(chosen)[0]); if (first) near(first); return; }
    const lit = byClause.get(clause) ?? [];
    const inView = lit.find((step) => {
      const box = step.getBoundingClientRect();
      const frame = graph.getBoundingClientRect();
      return box.top >= frame.top && box.bottom <= frame.bottom && box.left >= frame.left && box.right <= frame.right;
    });
    if (inView === undefined && lit[0]) near(lit[0]);
  };
  const hold = (chosen) => {
    held = held === chosen ? null : chosen;
    show(held);
    if (held === null) return;
    held.classList.add('held');
    held.setAttribute('aria-pressed', 'true');
    bring(held);
  };

  const lists = [sentences, steps];
  const stop = (list, chosen) => { for (const one of list) one.setAttribute('tabindex', one === chosen ? '0' : '-1'); };
  for (const list of lists) {
    stop(list, list[0]);
    list.forEach((one, at) => {
      one.addEventListener('pointerenter', (event) => { if (held === null && event.pointerType !== 'touch') show(one); });
      one.addEventListener('pointerleave', () => { if (held === null) show(null); });
      one.addEventListener('click', () => { stop(list, one); hold(one); });
      one.addEventListener('focus', () => { stop(list, one); if (held === null) { show(one); if (one.matches(':focus-visible')) bring(one); } });
      one.addEventListener('keydown', (event) => {
        const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[event.key];
        if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); hold(one); }
        else if (to !== undefined && list[to] !== undefined) { event.preventDefault(); if (held !== null) hold(held); list[to].focus(); }
      });
    });
  }
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    held = null;
    show(null);
  });

  let zoom = null;
  const pictures = all('.picture');
  const fit = () => {
    for (const picture of pictures) {
      const svg = picture.querySelector('svg');
      const own = Number(picture.dataset.width);
      const room = picture.clientWidth - 32;
      const scale = zoom === null ? Math.min(1, Math.max(0.62, room / own)) : zoom;
      svg.style.width = Math.round(own * scale) + 'px';
    }
  };
  for (const button of all('[data-zoom]')) button.addEventListener('click', () => {
    const by = Number(button.dataset.zoom);
    zoom = by === 0 ? null : Math.min(2, Math.max(0.3, (zoom ?? 0.8) * (by > 0 ? 1.25 : 0.8)));
    fit();
  });
  addEventListener('resize', fit);
  fit();
})();
`
