// SPDX-FileCopyrightText: 2026 The wend authors
// SPDX-License-Identifier: MIT
//
// Controls of a world's parameters: a slider with a field, a switch or a list, and one line about the effect.
import { chiefParameters, effectOf, wordsOf } from "./families.js";

function legalText({ low, high, unit }) {
    const limit = 1e18;
    const range = high < limit ? `${shorten(low)} to ${shorten(high)}` : low <= -limit ? "any number" : `at least ${Math.abs(low - 2 ** -60) < 1e-24 ? "2^-60" : shorten(low)}`;
    return `legal: ${range}${unit === "" || high >= limit && low <= -limit ? "" : ` ${unit}`}`;
}

/// The slider's ends: all legal values, or where these are too many to choose from, those about the first value, which is
/// that of the file. They hold the value of now.
function sliderRange({ low, high, value }, first) {
    if (high - low <= 10) return [low, high];
    const reach = Math.max(4 * Math.abs(first) || 10, Math.abs(value));
    return [first < 0 || value < 0 ? Math.max(low, -reach) : 0, Math.min(high, reach)];
}

/// `set(index, name, value)` returns whether the value holds now.
function makeControl({ index, stage, parameter, first, withStage, known, set: setParameter }) {
    const { name, kind, unit } = parameter;
    const id = `parameter_${index}_${name}`;
    const box = make("div", { className: "parameter" });
    const title = `${withStage ? `${wordsOf(stage)}: ` : ""}${wordsOf(name)}${unit === "" ? "" : ` (${unit})`}`;
    const label = make("label", { htmlFor: id, textContent: title });
    const effect = make("small", { id: `${id}_effect`, textContent: effectOf(known, stage, name) });
    const set = value => setParameter(index, name, value);
    if (kind === "word") {
        const select = make("select", { id });
        for (const word of parameter.words) select.append(make("option", { value: word, textContent: word }));
        select.value = parameter.value;
        let before = parameter.value;
        select.addEventListener("change", () => {
            if (set(select.value)) before = select.value;
            else select.value = before;
        });
        box.append(label, select);
    } else if (kind === "switch") {
        const check = make("input", { id, type: "checkbox", checked: parameter.value });
        check.addEventListener("change", () => {
            if (!set(check.checked)) check.checked = !check.checked;
        });
        box.append(label, check);
    } else {
        const [min, max] = sliderRange(parameter, first);
        const step = kind === "whole" ? 1 : "any";
        const slider = make("input", { id, type: "range", min, max, step });
        const field = make("input", { type: "number", step, title: legalText(parameter) });
        field.setAttribute("aria-label", `${wordsOf(stage)}: ${wordsOf(name)}, ${legalText(parameter)}`);
        slider.value = field.value = parameter.value;
        const rounded = value => Math.min(Math.max(Number(value.toPrecision(4)), parameter.low), parameter.high);
        slider.addEventListener("input", () => {
            const value = rounded(Number(slider.value));
            if (set(value)) field.value = value;
        });
        field.addEventListener("change", () => {
            if (field.value !== "" && set(Number(field.value))) slider.value = field.value;
        });
        box.append(label, field, slider);
    }
    if (effect.textContent !== "") {
        box.children[kind === "number" || kind === "whole" ? 2 : 1].setAttribute("aria-describedby", effect.id);
        box.append(effect);
    }
    return box;
}

/// Fills `chief` with the parameters that change the motion most, and `others` with the rest, by stages. `known` is the list
/// of kernels, `original` are the stages of the file; the stage with the number `left` is the page's own.
export function showParameters(world, { chief, others, known, original, left, set }) {
    const { stages } = world.scenario;
    const most = chiefParameters(stages, left);
    const control = (index, parameter, withStage) => {
        const { stage } = stages[index], given = original[left < 0 ? index : index - 1]?.[stage]?.[parameter.name];
        const first = given ?? known[stage]?.[parameter.name]?.default ?? parameter.value;
        return makeControl({ index, stage, parameter, first, withStage, known, set });
    };
    chief.replaceChildren(...most.map(({ index, name }) => control(index, stages[index].parameters.find(one => one.name === name), true)));
    others.replaceChildren(...stages.flatMap(({ stage, parameters }, index) => {
        const rest = parameters.filter(({ name }) => !most.some(one => one.index === index && one.name === name));
        if (rest.length === 0 || index === left) return [];
        const fields = make("fieldset");
        fields.append(make("legend", { textContent: wordsOf(stage) }), ...rest.map(parameter => control(index, parameter, false)));
        return [fields];
    }));
}
