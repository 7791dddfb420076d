import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/** Every page's address and file. */
export default [
  layout("shop/layout/route.tsx", [
    index("shop/home/route.tsx"),
    route("products/:productId/details", "shop/product/route.tsx"),
    route("cart", "shop/cart/route.tsx"),
    route("cart/checkout", "shop/checkout/route.tsx"),
    route("orders", "shop/orders/route.tsx"),
    route("reviews", "shop/reviews/route.tsx"),
    route("customer/profile", "shop/profile/route.tsx"),
    route("login", "shop/login/route.tsx"),
    route("sulogin", "shop/login/assisted/route.tsx"),
    route("signup", "shop/signup/route.tsx"),
    route("forgot", "shop/login/forgot/route.tsx"),
    route("reset", "shop/login/reset/route.tsx"),
    route("preventa", "shop/presale/route.tsx"),
    route("preventa/auth", "shop/presale/door/route.tsx"),
    route("preventa/:productId", "shop/presale/product/route.tsx"),
    route("lista-de-espera", "shop/waiting-list/route.tsx"),
    route("orders/:orderId", "shop/order/route.tsx"),
    route("aviso-de-privacidad", "shop/legal/privacy/route.tsx"),
    route("terminos", "shop/legal/terms/route.tsx"),
    route("cambios-y-devoluciones", "shop/legal/returns/route.tsx"),
    route("test", "shop/kit/route.tsx"),
    route("*", "shop/not-found/route.tsx"),
  ]),
  route("more-products", "shop/home/more/route.tsx"),
  route("maintenance", "shop/maintenance/route.tsx"),
  route("robots.txt", "crawlers/robots/route.tsx"),
  route("sitemap.xml", "crawlers/sitemap/route.tsx"),
  route("sitemap/:part", "crawlers/sitemap-part/route.tsx"),
] satisfies RouteConfig;
