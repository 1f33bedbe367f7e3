// Redoes every draw of a record in this browser and fills the table of the page: the record of the page's match, or one
// that the visitor chooses as a file or pastes. What is missing for some draws the server is asked for.

import { notesOf, rowsOf } from "./proof-rows.js";
import { filled, titleOf, valueOf } from "./proof-words.js";

const page = document.querySelector("[data-proof]");
const words = JSON.parse(page.dataset.words);
const limits = JSON.parse(page.dataset.limits);
const total = document.getElementById("proof-total");
const table = document.getElementById("proof-table");
const form = document.getElementById("proof-form");

function say(state, text) {
  page.dataset.proof = state;
  total.dataset.state = state;
  total.textContent = text;
}

function namesOf(record) {
  const cards = Object.values(record.hands ?? {}).flat();
  return Object.fromEntries(cards.map((card) => [card.key, card.name]));
}

function drawRow(row, names) {
  const line = document.getElementById("proof-row").content.cloneNode(true);
  const put = (name, text) => (line.querySelector(`[data-cell="${name}"]`).textContent = text);
  line.querySelector("tr").dataset.label = row.label;
  line.querySelector("tr").dataset.state = row.state;
  put("title", titleOf(row.label, words));
  put("label", row.label);
  put("from", words[`from_${row.from}`]);
  put("drawn", row.state === "unknown" ? words.unknown_why : valueOf(row.label, row.drawn, words, names));
  put("recorded", valueOf(row.label, row.recorded, words, names));
  put("state", words[row.state]);
  return line;
}

function sentence(rows, error) {
  const of = (state) => rows.filter((row) => row.state === state);
  const wrong = of("differs").map((row) => titleOf(row.label, words));
  const values = { count: rows.length, agree: of("agrees").length, which: wrong.join("; "), why: error };
  if (wrong.length) return ["differs", filled(words.total_differs, values)];
  if (error) return ["broken", filled(words.total_broken, values)];
  if (of("unknown").length) return ["unknown", filled(words.total_unknown, values)];
  return ["agrees", filled(words.total_agrees, values)];
}

function show(record, answer) {
  let rows;
  try {
    rows = rowsOf(record, answer.lists ?? {}, limits);
  } catch (error) {
    table.hidden = true;
    say("refused", words[error.message] ?? words.unreadable);
    return;
  }
  const names = namesOf(record);
  table.querySelector("tbody").replaceChildren(...rows.map((row) => drawRow(row, names)));
  table.hidden = false;
  const notes = notesOf(record);
  page.querySelectorAll("[data-note]").forEach((note) => (note.hidden = !notes.includes(note.dataset.note)));
  say(...sentence(rows, answer.error ?? ""));
}

async function json(address, options) {
  const answer = await fetch(address, { headers: { Accept: "application/json" }, ...options });
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.error?.text ?? "");
  return data;
}

async function checkMatch() {
  say("working", words.working);
  try {
    const [record, answer] = await Promise.all([json(page.dataset.record), json(page.dataset.lists)]);
    show(record, answer);
  } catch (error) {
    say("refused", error instanceof TypeError ? words.offline : error.message || words.offline);
  }
}

async function checkGiven() {
  table.hidden = true;
  say("working", words.working);
  const file = form.elements.file.files[0];
  if (file && file.size > Number(form.dataset.most)) return say("refused", words.too_long);
  const text = file ? await file.text() : form.elements.record.value;
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    record = null;
  }
  if (record === null || typeof record !== "object") return say("refused", text.trim() ? words.no_json : words.no_record);
  let answer = {};
  const fields = new FormData(form);
  fields.delete("file");
  fields.set("record", text);
  try {
    answer = await json(form.action, { method: "POST", body: fields });
  } catch (error) {
    answer = { error: error instanceof TypeError ? words.offline : error.message };
  }
  show(record, answer);
}

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    checkGiven();
  });
} else if (page.dataset.record) {
  checkMatch();
}
