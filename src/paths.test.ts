import { expect, test } from "vitest";
import { paths } from "./paths.ts";

test("every address of the site", () => {
  expect({
    home: paths.home(),
    homeFiltered: paths.home({ shape: "portrait", cursor: "a+b/c=" }),
    picture: paths.picture("misty-lake-1a2b3c4d"),
    pictureOddName: paths.picture("a/b?c"),
    login: paths.login(),
    loginNext: paths.login({ next: "/dashboard/studio/remix?source=1", tab: "signup" }),
    dashboard: paths.dashboard(),
    studio: paths.studio(),
    remix: paths.studio({ source: "0198c0de-0000-7000-8000-000000000001" }),
    download: paths.download({ url: "http://x/k.jpg", filename: "lake-1a2b3c4d" }),
    pictures: paths.api.pictures({ shape: "square", cursor: "c" }),
    generate: paths.api.generate(),
    generations: paths.api.generations({ cursor: "c" }),
    generation: paths.api.generation("g"),
    cancel: paths.api.cancel("g"),
    events: paths.api.events(),
    eventsAfter: paths.api.events({ lastEventId: "7" }),
    balance: paths.api.balance(),
    signIn: paths.api.signIn(),
    signUp: paths.api.signUp(),
    signOut: paths.api.signOut(),
  }).toMatchInlineSnapshot(`
    {
      "balance": "/api/billing/balance",
      "cancel": "/api/generations/g/cancel",
      "dashboard": "/dashboard",
      "download": "/api/download/image?url=http%3A%2F%2Fx%2Fk.jpg&filename=lake-1a2b3c4d",
      "events": "/api/notifications/stream",
      "eventsAfter": "/api/notifications/stream?lastEventId=7",
      "generate": "/api/generate",
      "generation": "/api/generations/g",
      "generations": "/api/generations?cursor=c",
      "home": "/",
      "homeFiltered": "/?shape=portrait&cursor=a%2Bb%2Fc%3D",
      "login": "/login",
      "loginNext": "/login?next=%2Fdashboard%2Fstudio%2Fremix%3Fsource%3D1&tab=signup",
      "picture": "/i/misty-lake-1a2b3c4d",
      "pictureOddName": "/i/a%2Fb%3Fc",
      "pictures": "/api/pictures?shape=square&cursor=c",
      "remix": "/dashboard/studio/remix?source=0198c0de-0000-7000-8000-000000000001",
      "signIn": "/api/auth/sign-in/email",
      "signOut": "/api/auth/sign-out",
      "signUp": "/api/auth/sign-up/email",
      "studio": "/dashboard/studio/remix",
    }
  `);
});
