import { describe, expect, test } from "vitest";
import { listTitle } from "./list-title.ts";

describe("the title of a product list", () => {
  test.each([
    [{}, {}, "Inicio"],
    [{ category: "vestidos" }, { category: "Vestidos" }, "Vestidos"],
    [{ brand: ["nopal"] }, { brands: ["Nopal"] }, "Productos de Nopal"],
    [{ attribute: ["M"] }, {}, "Productos en talla M"],
    [
      { category: "vestidos", brand: ["nopal", "barro"], attribute: ["M", "G"] },
      { category: "Vestidos", brands: ["Nopal", "Barro"] },
      "Vestidos de Nopal y Barro en tallas M y G",
    ],
    [{ searchTerm: "jeans" }, {}, "Resultados de «jeans»"],
    [{ searchTerm: "jeans", brand: ["nopal"] }, { brands: ["Nopal"] }, "Resultados de «jeans» de Nopal"],
    [{ sort: "price" }, {}, "Productos, precio: menor a mayor"],
    [{ category: "vestidos", sort: "-price" }, { category: "Vestidos" }, "Vestidos, precio: mayor a menor"],
    [{ searchTerm: "jeans", sort: "price" }, {}, "Resultados de «jeans», precio: menor a mayor"],
    [{ color: ["azul", "cafe"] }, {}, "Productos en color azul y café"],
    [{ offer: true, minPrice: 200, maxPrice: 800 }, {}, "Productos, en oferta, de $200.00 a $800.00"],
    [{ new: true, maxPrice: 99.5 }, {}, "Productos, nuevos, hasta $99.50"],
    [{ brand: ["no-existe"] }, {}, "Productos"],
  ] as const)("the filters %j with the names %j have the title «%s»", (filters, names, title) => {
    expect(listTitle({ ...filters } as never, { brands: [], ...names })).toBe(title);
  });

  test("says that a search found nothing", () => {
    expect(listTitle({ searchTerm: "xyzw" }, { brands: [] }, true)).toBe("No encontramos «xyzw»");
  });
});
